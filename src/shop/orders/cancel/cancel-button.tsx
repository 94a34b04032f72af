import { type Order, orderCan } from '#shop/orders/order.ts'
import { Button } from '#ui/button.tsx'

type CancelButtonProps = {
  order: Order
  /** What it says while nothing is under way: buyers cancel, admins delete. */
  text: 'Cancel' | 'Delete'
  /** The id of what names the order. */
  describedBy: string
  onPress: () => void
}

/** Begins a cancellation, which is under way until the card provider agreed. */
export function CancelButton({ order, text, describedBy, onPress }: CancelButtonProps) {
  const isCancelling = order.status === 'cancelling'
  return (
    <Button
      variant="danger"
      disabled={!orderCan.cancel(order)}
      busy={isCancelling}
      aria-describedby={describedBy}
      onClick={onPress}
    >
      {isCancelling ? 'Cancelling…' : text}
    </Button>
  )
}
