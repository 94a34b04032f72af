/** A moment in the reader's own time; `iso` as the API carries it. For pages that only browsers render. */
export function DateTime({ iso }: { iso: string }) {
  const text = new Date(iso).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })
  return <time dateTime={iso}>{text}</time>
}
