import { daysOf, monthOf, monthText } from './months.ts'

/** The first and the last day of a filter, each `2026-11-22`. */
export type Period = { since?: string | undefined; until?: string | undefined }

export function periodsOn(now: Date): { name: string; period: Period }[] {
  const thisMonth = monthOf(now.toISOString())
  const lastMonth = monthOf(new Date(now.getFullYear(), now.getMonth() - 1, 1).toISOString())
  const year = `${now.getFullYear()}`
  return [
    { name: 'Any date', period: {} },
    { name: 'Today', period: lastDays(1, now) },
    { name: 'Last 7 days', period: lastDays(7, now) },
    { name: 'Last 30 days', period: lastDays(30, now) },
    { name: monthText(thisMonth), period: daysOf(thisMonth) },
    { name: monthText(lastMonth), period: daysOf(lastMonth) },
    { name: `This year, ${year}`, period: { since: `${year}-01-01`, until: `${year}-12-31` } },
  ]
}

export function lastDays(days: number, now: Date): Period {
  const first = new Date(now.getFullYear(), now.getMonth(), now.getDate() - (days - 1))
  return { since: dayOf(first), until: dayOf(now) }
}

export function periodText({ since, until }: Period, now: Date): string {
  const known = periodsOn(now).find(({ period }) => period.since === since && period.until === until)
  if (known) return known.name
  if (!until) return `Since ${dayText(since)}`
  return since ? `${dayText(since)} – ${dayText(until)}` : `Until ${dayText(until)}`
}

function dayOf(date: Date): string {
  return `${monthOf(date.toISOString())}-${String(date.getDate()).padStart(2, '0')}`
}

function dayText(day = ''): string {
  return new Date(`${day}T12:00`).toLocaleDateString('en-US', { dateStyle: 'medium' })
}
