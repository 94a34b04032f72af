import { useState } from 'react'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import { Button } from '#ui/button.tsx'
import { SendDialog } from '#web/send-dialog.tsx'
import type { createBrandApi, DemoRows } from './brand-api.server.ts'

const api = apiClient<typeof createBrandApi>()

/** Removes what is left of the demo, after a dialog that names how much. */
export function RemoveDemo({ rows }: { rows: DemoRows }) {
  const [isAsked, ask] = useState(false)
  if (rows.products + rows.posts + rows.reviews === 0) return null
  return (
    <section className="part-below border-top justify-items-start stack">
      <h2>Demo content</h2>
      <p>The shop still has {textOf(rows)} of the demo.</p>
      <Button variant="danger" onClick={() => ask(true)}>
        Remove demo content …
      </Button>
      {isAsked && (
        <SendDialog
          title="Remove the demo’s content?"
          action="Remove demo content"
          send={() => api.demo.$delete()}
          message="The demo’s content is removed"
          onClosed={() => ask(false)}
        >
          <p>{textOf(rows)} are removed. Orders, and what you have renamed, stay.</p>
        </SendDialog>
      )}
    </section>
  )
}

function textOf({ products, posts, reviews }: DemoRows): string {
  return `${products} products, ${posts} posts and ${reviews} reviews`
}
