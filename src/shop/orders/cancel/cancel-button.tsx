import { lineCan, type OrderLine } from '#shop/orders/order.ts'
import { Button } from '#ui/button.tsx'

type CancelButtonProps = {
  order: OrderLine
  /** The idle label: buyers cancel, admins delete. */
  text: 'Cancel' | 'Delete'
  /** The id of the element that names the order. */
  describedBy: string
  onPress: () => void
}

/** Starts a cancellation, and shows its progress until the card provider confirms it. */
export function CancelButton({ order, text, describedBy, onPress }: CancelButtonProps) {
  const isCancelling = order.status === 'cancelling'
  return (
    <Button
      variant="danger"
      disabled={!lineCan.cancel(order)}
      busy={isCancelling}
      aria-describedby={describedBy}
      onClick={onPress}
    >
      {isCancelling ? 'Cancelling…' : text}
    </Button>
  )
}
