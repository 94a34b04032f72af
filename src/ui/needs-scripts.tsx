/** Says, to browsers without JavaScript only, that something can't work without it. */
export function NeedsScripts({ what }: { what: string }) {
  return (
    <noscript>
      {/* React leaves it alone in the browser, whose script files need no such text. */}
      {import.meta.env.SSR && (
        <p className="callout mt-12 mb-12 font-600">
          {what} needs JavaScript. Please allow it in your browser, then reload the page.
        </p>
      )}
    </noscript>
  )
}
