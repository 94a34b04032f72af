import { useState } from 'react'
import { refusalText } from '#platform/http/api/rest-client.ts'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showToast } from '#ui/toast.ts'
import type { createBrandApi, DemoRows } from './brand-api.server.ts'

const api = apiClient<typeof createBrandApi>()

/** Removes what is left of the demo, after a dialog that names how much. */
export function RemoveDemo({ rows }: { rows: DemoRows }) {
  const [left, setLeft] = useState(rows)
  const [isAsked, ask] = useState(false)
  const [isBusy, setBusy] = useState(false)
  if (left.products + left.posts + left.reviews === 0) return null
  const remove = async () => {
    setBusy(true)
    const error = await api.demo.$delete().then(() => null, refusalText)
    setBusy(false)
    ask(false)
    if (error !== null) return showToast('error', error)
    setLeft({ products: 0, posts: 0, reviews: 0 })
    await showToast('success', 'The demo’s content is removed')
  }
  return (
    <section className="part-below border-top justify-items-start stack">
      <h2>Demo content</h2>
      <p>The shop still has {textOf(left)} of the demo.</p>
      <Button variant="danger" onClick={() => ask(true)}>
        Remove demo content …
      </Button>
      {isAsked && (
        <ConfirmDialog
          title="Remove the demo’s content?"
          action="Remove demo content"
          busy={isBusy}
          onConfirm={remove}
          onCancel={() => ask(false)}
        >
          <p>{textOf(left)} are removed. Orders, and what you have renamed, stay.</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

function textOf({ products, posts, reviews }: DemoRows): string {
  return `${products} products, ${posts} posts and ${reviews} reviews`
}
