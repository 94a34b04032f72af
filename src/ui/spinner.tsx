import { NeedsScripts } from './needs-scripts.tsx'

/** A loading indicator; `label` is for screen readers. */
export function Spinner({ label = 'Loading' }: { label?: string }) {
  return (
    <>
      <div className="spinner-place grid place-center soft" role="status">
        <span className="spinner" aria-hidden="true" />
        <span className="visually-hidden">{label}</span>
      </div>
      <NeedsScripts what="This page" />
    </>
  )
}
