/** Returns the month of a date in the browser's time zone: `2026-11`. */
export function monthOf(iso: string): string {
  const date = new Date(iso)
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`
}

/** Returns the first and the last day of a month: `2026-11-01` and `2026-11-30`. */
export function daysOf(month: string): { since: string; until: string } {
  const [year, number] = month.split('-').map(Number)
  const days = new Date(year ?? 0, number ?? 0, 0).getDate()
  return { since: `${month}-01`, until: `${month}-${days}` }
}

/** Returns the twelve months up to that of a moment, the newest first. */
export function recentMonths(iso: string): string[] {
  const newest = new Date(iso)
  return Array.from({ length: 12 }, (_, back) => {
    const first = new Date(newest.getFullYear(), newest.getMonth() - back, 1)
    return monthOf(first.toISOString())
  })
}

export function monthText(month: string): string {
  return new Date(`${month}-15T12:00`).toLocaleString('en-US', { month: 'long', year: 'numeric' })
}
