// Keeps the annotator's name in a cookie; the server reads it with the next connection.
export default function ({ data }) {
  const value = encodeURIComponent(data.name)
  const age = data.name ? 60 * 60 * 24 * 365 : 0
  document.cookie = `${data.cookie}=${value}; path=/; max-age=${age}; samesite=strict`
}
