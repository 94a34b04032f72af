/**
 * Returns the time that is some days later (or earlier, if negative) at the same time of day in a time zone,
 * where a day may have 23 or 25 hours. `zone` is an IANA name such as `America/New_York`.
 */
export function addLocalDays(time: Date, days: number, zone: string): Date {
  const moved = new Date(time.getTime() + days * 86_400_000)
  return new Date(moved.getTime() + offsetOf(time, zone) - offsetOf(moved, zone))
}

/** Whether the runtime knows a time zone of this name. */
export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** How far a zone is ahead of UTC at a time, in milliseconds. */
function offsetOf(time: Date, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  const name = parts.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = '0', minutes = '0', seconds = '0'] =
    /GMT([+-])(\d+):(\d+)(?::(\d+))?/.exec(name) ?? []
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
  return sign === '-' ? -ms : ms
}
