import type { ReactNode } from 'react'

type InsetFieldProps = { label: string; id: string; children: ReactNode }

/** A field with its label inside the frame, for one-line filters. */
export function InsetField({ label, id, children }: InsetFieldProps) {
  return (
    <div className="inset-field relative min-w-0">
      <label htmlFor={id}>{label}</label>
      {children}
    </div>
  )
}
