import type { OrderLine } from '#shop/orders/order.ts'
import { Button } from '#ui/button.tsx'

type CancelButtonProps = {
  lines: OrderLine[]
  /** The idle label: buyers cancel, admins delete. */
  text: 'Cancel' | 'Delete'
  /** The id of the element that names the order or the line. */
  describedBy: string
  onPress: () => void
}

/** Starts a cancellation, and shows its progress until the card provider confirms it. */
export function CancelButton({ lines, text, describedBy, onPress }: CancelButtonProps) {
  const isUnpaid = lines.some(({ status }) => status === 'unpaid')
  const isCancelling = !isUnpaid && lines.some(({ status }) => status === 'cancelling')
  return (
    <Button
      variant="danger"
      disabled={!isUnpaid}
      busy={isCancelling}
      aria-describedby={describedBy}
      onClick={onPress}
    >
      {isCancelling ? 'Cancelling…' : text}
    </Button>
  )
}
