type DateTimeProps = {
  /** An ISO 8601 timestamp, as in the API. */
  iso: string
  /** Shows only the date; the tooltip always has the exact time. */
  dayOnly?: boolean
}

/** A timestamp in the user's locale and time zone. Only for pages that are not server-rendered. */
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
