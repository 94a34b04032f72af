import { useState } from 'react'
import { RestRefusal } from '#platform/http/api/rest-client.ts'
import type { Order } from '#shop/orders/order.ts'
import { unpaidLines } from '#shop/orders/order-contents.ts'
import { cancelTexts } from '#shop/orders/page/cancel-texts.ts'
import { sendCancel } from '#shop/orders/page/orders-client.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useReload } from '#web/session-end.ts'

type CancelSelectedDialogProps = {
  orders: Order[]
  onClosed: () => void
  onCancelled: (results: string[]) => void
}

/** Asks for confirmation, then cancels each order by itself and reports each result. */
export function CancelSelectedDialog({ orders, onClosed, onCancelled }: CancelSelectedDialogProps) {
  const { reload } = useReload()
  const [isBusy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    const results: string[] = []
    // One after the other: each waits for the card provider, and the shop limits cancellations.
    for (const order of orders) results.push(`${order.number}: ${await cancelOne(order)}`)
    onClosed()
    await reload()
    onCancelled(results)
  }
  return (
    <ConfirmDialog
      title={orders.length === 1 ? 'Cancel 1 order?' : `Cancel ${orders.length} orders?`}
      action="Cancel orders"
      keep="Keep orders"
      busy={isBusy}
      onConfirm={confirm}
      onCancel={onClosed}
    >
      <p>{orders.map(({ number }) => number).join(', ')}</p>
      <p>Their payments are cancelled and the quantities return to stock. This can’t be undone.</p>
    </ConfirmDialog>
  )
}

async function cancelOne(order: Order): Promise<string> {
  try {
    const outcome = await sendCancel(order, unpaidLines(order))
    if (outcome === 'restored') return cancelTexts.buyer.done
    return outcome === 'not-restored' ? cancelTexts.buyer.notRestored : 'Cancellation under way'
  } catch (error) {
    return error instanceof RestRefusal ? error.message : 'Something went wrong'
  }
}
