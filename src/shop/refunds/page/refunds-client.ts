import { useCallback, useEffect, useState } from 'react'
import { refusalText } from '#platform/http/api/rest-client.ts'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import type { OrderRefunds } from '#shop/refunds/order-refunds.server.ts'
import type { RefundPreview, WantedRefund } from '#shop/refunds/refund-json.server.ts'
import type { createRefundsApi } from '#shop/refunds/refunds-api.server.ts'

export const refundsApi = apiClient<typeof createRefundsApi>()

/** While a refund is pending, its state is read again after this time. */
const PENDING_MS = 3_000
/** Otherwise, because refunds can also be made at the provider's own site. */
const IDLE_MS = 30_000

/**
 * Returns the refunds of an order and follows them while the page is open; undefined until they are
 * loaded, null when that failed. `reload` reads them at once.
 */
export function useOrderRefunds(orderId: string, isAdmin: boolean) {
  const [refunds, setRefunds] = useState<OrderRefunds | null>()
  const [reads, setReads] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of `reads` reads again
  useEffect(() => {
    if (!isAdmin) return
    const left = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    const read = async () => {
      const call = refundsApi.orders[':id'].refunds
      const asked = call.$get({ param: { id: orderId } }, { init: { signal: left.signal } })
      const latest = await asked.catch(() => null)
      if (left.signal.aborted) return
      // What was read before stays in sight when a later read fails.
      setRefunds((before) => latest ?? before ?? null)
      const isPending = latest?.refunds.some(({ state }) => state === 'pending')
      timer = setTimeout(read, isPending ? PENDING_MS : IDLE_MS)
    }
    void read()
    return () => {
      left.abort()
      clearTimeout(timer)
    }
  }, [orderId, isAdmin, reads])
  const reload = useCallback(() => setReads((count) => count + 1), [])
  return { refunds, reload }
}

/** How long nothing must be typed before the preview is computed. */
const TYPING_MS = 250

type Preview = { preview?: RefundPreview; refusal?: string }

/** Returns what a refund would return, or why it is refused; neither until that is known. */
export function useRefundPreview(paymentId: string, subject: WantedRefund | null): Preview {
  const [result, setResult] = useState<Preview>({})
  const subjectJson = JSON.stringify(subject)
  useEffect(() => {
    setResult({})
    if (subjectJson === 'null') return
    const left = new AbortController()
    const timer = setTimeout(async () => {
      const call = refundsApi.payments[':id'].refunds.preview
      const asked = { param: { id: paymentId }, json: JSON.parse(subjectJson) }
      const next = await call.$post(asked, { init: { signal: left.signal } }).then(
        (preview) => ({ preview }),
        (error: unknown) => ({ refusal: refusalText(error) }),
      )
      if (!left.signal.aborted) setResult(next)
    }, TYPING_MS)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [paymentId, subjectJson])
  return result
}
