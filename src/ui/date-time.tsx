type DateTimeProps = {
  /** An ISO 8601 timestamp, as in the API. */
  iso: string
  /** Shows only the date, `short` without the current year; the tooltip always has the exact time. */
  dayOnly?: boolean | 'short'
}

/** A timestamp in the user's locale and time zone. Only for pages that are not server-rendered. */
export function DateTime({ iso, dayOnly = false }: DateTimeProps) {
  const date = new Date(iso)
  const exact = date.toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'long' })
  const text = dayOnly
    ? date.toLocaleDateString(undefined, dayOnly === 'short' ? shortDay(date) : MEDIUM)
    : date.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <time dateTime={iso} title={exact}>
      {text}
    </time>
  )
}

const MEDIUM = { dateStyle: 'medium' } as const

function shortDay(date: Date): Intl.DateTimeFormatOptions {
  const isThisYear = date.getFullYear() === new Date().getFullYear()
  return isThisYear ? { month: 'short', day: 'numeric' } : { month: 'short', day: 'numeric', year: '2-digit' }
}
