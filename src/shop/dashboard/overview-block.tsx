import type { ReactNode } from 'react'

type OverviewBlockProps = { title: string; note?: ReactNode; children: ReactNode }

export function OverviewBlock({ title, note, children }: OverviewBlockProps) {
  const id = `overview-${title.replaceAll(' ', '-').toLowerCase()}`
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {note}
      {children}
    </section>
  )
}
