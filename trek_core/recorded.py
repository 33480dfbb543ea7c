"""What every part of a record shares: immutable, taken as it stands, nothing dropped."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, Strict

Text = Annotated[str, Strict()]
Flag = Annotated[bool, Strict()]
# A database keeps whole numbers in 64 bits.
Whole = Annotated[int, Strict(), Field(ge=-(2**63), lt=2**63)]
Texts = tuple[Text, ...]


class Recorded(BaseModel):
    """A part of a record: immutable, types taken as they are, unknown fields kept."""

    model_config = ConfigDict(frozen=True, extra="allow")

    def to_json(self) -> dict[str, Any]:
        """The part as plain JSON values, with only the fields that were given."""
        return self.model_dump(mode="json", exclude_unset=True)
