import type { ReactNode } from 'react'

type InsetFieldProps = { label: string; id: string; children: ReactNode }

/** A field whose label stands inside its frame: for filters, which take one line. */
export function InsetField({ label, id, children }: InsetFieldProps) {
  return (
    <div className="inset-field">
      <label htmlFor={id}>{label}</label>
      {children}
    </div>
  )
}
