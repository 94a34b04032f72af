/** Says, to browsers without JavaScript only, that something can't work without it. */
export function NeedsScripts({ what }: { what: string }) {
  return (
    <noscript>
      <p className="needs-scripts">
        {what} needs JavaScript. Please allow it in your browser, then reload the page.
      </p>
    </noscript>
  )
}
