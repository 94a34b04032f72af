type DateTimeProps = {
  /** As the API carries it, ISO 8601. */
  iso: string
  /** Shows the day alone; the exact time is in the tooltip either way. */
  dayOnly?: boolean
}

/** A moment in the reader's own locale and time zone. For pages that only browsers render. */
export function DateTime({ iso, dayOnly = false }: DateTimeProps) {
  const date = new Date(iso)
  const exact = date.toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'long' })
  const text = dayOnly
    ? date.toLocaleDateString(undefined, { dateStyle: 'medium' })
    : date.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <time dateTime={iso} title={exact}>
      {text}
    </time>
  )
}
