/** Something is on its way; `label` says what, to screen readers. */
export function Spinner({ label = 'Loading' }: { label?: string }) {
  return (
    <div className="spinner-place" role="status">
      <span className="loading loading-spinner loading-lg" aria-hidden="true" />
      <span className="sr-only">{label}</span>
    </div>
  )
}
