import { zodResolver } from '@hookform/resolvers/zod'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { href, Link } from 'react-router'
import { RestRefusal } from '#platform/http/api/rest-client.ts'
import { type Cents, dollarsToCents, formatDollars } from '#platform/money.ts'
import type { CurrentUser } from '#shop/auth/auth.ts'
import { HeldUntil } from '#shop/orders/history/held-until.tsx'
import { type Order, overPaymentLimit } from '#shop/orders/order.ts'
import { type BuyerForm, buyerForm } from '#shop/orders/purchase/order-forms.ts'
import { ReferenceFields } from '#shop/orders/purchase/reference-fields.tsx'
import { ShipTo } from '#shop/orders/purchase/ship-to.tsx'
import type { CheckoutTerms } from '#shop/payments/checkout-api.server.ts'
import { changedText, notAgainText } from '#shop/payments/page/payment-again.ts'
import { usePayment } from '#shop/payments/page/use-payment.ts'
import type { PayablePayment } from '#shop/payments/payment-json.server.ts'
import { fetchPaymentOf } from '#shop/payments/payments-client.ts'
import { type Card, payableOf } from '#shop/payments/provider/card.ts'
import { Button } from '#ui/button.tsx'
import { FormFrame } from '#ui/forms/form-frame.tsx'
import { useDraft } from '#web/drafts/use-draft.ts'
import { LegalLinks } from '#web/legal-links.tsx'
import type { CardScript, Checkout } from './use-checkout.ts'
import type { usePlacedOrder } from './use-placed-order.ts'

type CheckoutFormProps = {
  checkout: Checkout
  card: Card
  cardScript: CardScript
  onRetryCard: () => void
  currentUser: CurrentUser
  total: Cents
  isReady: boolean
  placed: ReturnType<typeof usePlacedOrder>
  /** Returns the order, or null when lines were refused, which then show their errors themselves. */
  onPlace: (buyer: BuyerForm, payAtOnce: boolean) => Promise<Order | null>
  onLeave: () => void
}

/** Places the list as one order, then pays it: after a declined card the same form pays the placed order. */
export function CheckoutForm(props: CheckoutFormProps) {
  const { checkout, card, cardScript, currentUser, total, isReady, placed, onPlace, onLeave } = props
  const { order } = placed
  const { email, displayName: name } = currentUser
  const form = useForm({
    resolver: zodResolver(buyerForm),
    defaultValues: { name, email, ...checkout.address, poNumber: '' },
  })
  const dropDraft = useDraft(form)
  const started = useRef<PayablePayment | null>(null)
  const payment = usePayment(card, { startAgain, onPaid: placed.reload })
  const overLimit = overPaymentLimit(total)
  const canPay = cardScript !== 'failed' && overLimit === null

  async function startAgain(): Promise<string> {
    const before = started.current
    try {
      const again = await fetchPaymentOf(before?.lines[0]?.orderId ?? '')
      await placed.reload()
      return changedText(again)
    } catch (error) {
      return notAgainText(error, before ?? { lines: [] })
    }
  }

  const pay = async ({ _id }: Order) => {
    const open = await fetchPaymentOf(_id)
    started.current = open
    if (dollarsToCents(open.total) === total) return payment.pay(payableOf(open))
    // The buyer has agreed to another sum.
    await placed.reload()
    payment.setError(changedText(open))
  }

  const submit = (isPaying: boolean) =>
    form.handleSubmit(async (buyer) => {
      payment.setError(undefined)
      // A placed order may have a payment that the bank processes, which needs no card.
      if (isPaying && !order && !card.isComplete) return payment.setError(NO_CARD)
      try {
        const toPay = order ?? (await onPlace(buyer, isPaying))
        if (toPay && !order) dropDraft()
        if (toPay && isPaying) await pay(toPay)
        else onLeave()
      } catch (error) {
        payment.setError(error instanceof RestRefusal ? error.message : NO_ANSWER)
        // It may have been paid or cancelled elsewhere.
        if (order) await placed.reload()
      }
    })

  const isProcessing = payment.processing !== undefined
  const isBusy = form.formState.isSubmitting || isProcessing
  const amount = formatDollars(total)
  const held = `${checkout.terms.holdHours.toLocaleString('en-US')} hours`
  return (
    <>
      <FormFrame
        onSubmit={submit(canPay)}
        variant="buy"
        error={payment.error}
        busy={isBusy}
        disabled={!isReady || (canPay && !card.charge) || (order !== null && !canPay)}
        button={buttonText({ order, canPay, amount, held, hasFailed: payment.error !== undefined })}
        moreButtons={
          order === null &&
          canPay && (
            <Button
              variant="quiet"
              disabled={!isReady || isBusy}
              onClick={(event) => void submit(false)(event)}
            >
              Place order, pay within {held}
            </Button>
          )
        }
      >
        {order ? (
          <p>
            Order <Link to={href('/dashboard/orders/:id', { id: order.number })}>{order.number}</Link> is
            placed. <HeldUntil order={order} />
          </p>
        ) : (
          <>
            <ShipTo form={form} addresses={checkout.addresses} name={name} />
            <div className="checkout-po">
              <ReferenceFields form={form} />
            </div>
          </>
        )}
        <LegalLinks pages={['terms', 'privacy', 'shipping-and-returns']} />
        {overLimit !== null && <p>{overLimit}</p>}
        {cardScript === 'failed' && (
          <p>
            The card form failed to load. The order can be placed now and paid from My Orders.{' '}
            <Button variant="quiet" onClick={props.onRetryCard}>
              Try again
            </Button>
          </p>
        )}
        {canPay && card.fields({ isDisabled: isProcessing, onChange: () => payment.setError(undefined) })}
        <p className="callout hide-empty font-600" role="status">
          {payment.processing}
        </p>
      </FormFrame>
      {order === null && checkout.terms.newBuyer && <NewBuyerNote {...checkout.terms.newBuyer} />}
    </>
  )
}

/** Tells a new buyer what is free of their limits. */
function NewBuyerNote({ freeDollars, payAtOnceMinutes }: NonNullable<CheckoutTerms['newBuyer']>) {
  if (!freeDollars && !payAtOnceMinutes) return null
  return (
    <p className="note">
      {freeDollars && `Your first order of up to $${freeDollars} is always accepted. `}
      {payAtOnceMinutes &&
        `“Place and pay” reserves the tools for ${payAtOnceMinutes} minutes, also when new customers hold their share of one.`}
    </p>
  )
}

type ButtonState = {
  order: Order | null
  canPay: boolean
  amount: string
  held: string
  hasFailed: boolean
}

function buttonText({ order, canPay, amount, held, hasFailed }: ButtonState): string {
  if (order) return hasFailed ? `Try again: pay ${amount}` : `Pay ${amount}`
  return canPay ? `Place and pay ${amount}` : `Place order, pay within ${held}`
}

const NO_CARD = 'Enter the card first, or place the order and pay later.'
const NO_ANSWER = 'The shop could not be reached. Please try again; nothing is ordered twice.'
