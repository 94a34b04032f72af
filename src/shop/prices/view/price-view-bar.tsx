import { useEffect, useState } from 'react'
import { href } from 'react-router'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import type { CurrentUser } from '#shop/auth/auth.ts'
import { Button } from '#ui/button.tsx'
import type { createPriceViewApi } from './price-view-api.server.ts'

const view = apiClient<typeof createPriceViewApi>()['price-view']

const LEAST_MS = 30_000

/** Says whose prices an admin sees, until when, and ends it. */
export function PriceViewBar({ name, until }: NonNullable<CurrentUser['seesAs']>) {
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    // A new page forgets all prices that were read for the customer.
    // The clock of this machine may be ahead.
    const left = Math.max(Date.parse(until) - Date.now(), LEAST_MS)
    const timer = setTimeout(() => location.reload(), left)
    return () => clearTimeout(timer)
  }, [until])
  const end = async () => {
    setBusy(true)
    try {
      await view.$delete()
      location.reload()
    } catch {
      setBusy(false)
      setFailed(true)
    }
  }
  const time = new Date(until).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })
  return (
    <aside
      className="session-ended justify-between gap-8 gap-x-32 py-12 row"
      aria-label="You see the shop as a customer"
    >
      <p>
        You see the shop with the prices of <strong>{name}</strong> until {time}. Nothing can be changed
        meanwhile. {hasFailed && 'It could not be ended. Please try again.'}
      </p>
      <Button busy={isBusy} onClick={() => void end()}>
        End
      </Button>
    </aside>
  )
}

/** Shows the shop with the prices of a user. Throws why it is refused. */
export async function seeShopAs(user: string): Promise<void> {
  await view.$put({ json: { user } })
  location.assign(href('/purchase'))
}
