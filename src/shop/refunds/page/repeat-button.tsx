import { answerOf } from '#platform/http/api/rest-client.ts'
import { Button } from '#ui/button.tsx'
import { useChange } from '#web/use-change.ts'
import { refundsApi } from './refunds-client.ts'

type RepeatButtonProps = {
  paymentId: string
  refundId: string
  children: string
  onRepeated: () => void
}

/** Makes a failed refund again; a second request for it is refused. */
export function RepeatButton({ paymentId, refundId, children, onRepeated }: RepeatButtonProps) {
  const { isBusy, change } = useChange()
  const repeat = () => {
    const call = refundsApi.payments[':id'].refunds[':refundId'].repeat
    const sending = answerOf(call.$post({ param: { id: paymentId, refundId } }))
    return change(sending.finally(onRepeated), 'The refund is on its way again')
  }
  return (
    <Button busy={isBusy} onClick={repeat}>
      {children}
    </Button>
  )
}
