import { type ReactNode, useId } from 'react'

/** A section of the security page: one sign-in method and its settings. */
export function SecuritySection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="security-section grid gap-16 panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
