import { useState } from 'react'
import { href, useNavigate } from 'react-router'
import { RestRefusal } from '#platform/http/api/rest-client.ts'
import type { Order } from '#shop/orders/order.ts'
import { paymentsApi } from '#shop/payments/payments-client.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toast.ts'

/** Starts one payment of several orders, and opens its page. */
export function PayTogether({ text, find }: { text: string; find: () => Promise<Order[]> }) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const pay = async () => {
    setBusy(true)
    try {
      const orderIds = (await find()).map(({ _id }) => _id)
      const { _id: id } = await paymentsApi.payments.$post({ json: { orderIds } })
      await navigate(href('/dashboard/payments/:id', { id }))
    } catch (error) {
      const refusal = error instanceof RestRefusal ? error.message : undefined
      await showToast('error', refusal ?? 'The payment could not be started.')
    }
    setBusy(false)
  }
  return (
    <Button busy={busy} onClick={pay}>
      {text}
    </Button>
  )
}
