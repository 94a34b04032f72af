import { type ReactNode, useId } from 'react'

/** One way of signing in, with what can be changed about it. */
export function SecuritySection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="security-section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
