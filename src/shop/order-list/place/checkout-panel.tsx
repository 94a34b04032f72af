import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { href, Link } from 'react-router'
import { type Cents, cents, dollarsToCents, formatDollars } from '#platform/money.ts'
import { useCurrentUser } from '#shop/auth/access/use-sign-in.ts'
import { loginPath } from '#shop/auth/auth.ts'
import type { OrderLines } from '#shop/list-store/order-list.ts'
import type { Order } from '#shop/orders/order.ts'
import type { BuyerForm } from '#shop/orders/purchase/order-forms.ts'
import { CardForm } from '#shop/payments/page/card-form.tsx'
import { TestCards } from '#shop/payments/page/test-cards.tsx'
import { amountsOf } from '#shop/tax/amount-details.ts'
import { type Amounts, withTax } from '#shop/tax/tax.ts'
import { Button, buttonVariant } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { LoadFailure } from '#web/load-failure.tsx'
import { useSite } from '#web/page-head.tsx'
import { CheckoutSum } from './checkout-sum.tsx'
import { useCheckout } from './use-checkout.ts'
import type { usePlacedOrder } from './use-placed-order.ts'

type CheckoutPanelProps = {
  lines: OrderLines
  net: Cents
  areKnown: boolean
  /** Places the list; returns the order, or null when lines were refused. */
  onPlace: (buyer: BuyerForm, payAtOnce: boolean) => Promise<Order | null>
  placed: ReturnType<typeof usePlacedOrder>
}

/**
 * The sum of the list, and the form that places and pays it; then the order that was placed and is
 * still to be paid. On phones it is a sheet that a bar at the bottom opens.
 */
export function CheckoutPanel(props: CheckoutPanelProps) {
  const { lines, net, areKnown, onPlace, placed } = props
  const currentUser = useCurrentUser()
  const { order } = placed
  const { checkout, CheckoutForm, error, retry, ...card } = useCheckout(lines.length > 0 || order !== null)
  const sheet = useSheet()
  const taxPercent = checkout?.terms.taxPercent
  const amounts = order ? openAmounts(order) : withTax(net, taxPercent ?? 0)
  const total = formatDollars(amounts.total)
  const isTaxKnown = order !== null || taxPercent !== undefined
  const site = useSite()
  const isBeforeTax = !isTaxKnown && site?.addsTax === true
  const isTotalKnown = order !== null || (areKnown && !(isBeforeTax && currentUser))
  return (
    <>
      <section
        ref={sheet.element}
        id="checkout"
        className="checkout panel compact-form content-start stack gap-8"
        aria-label="Place the order"
        data-open={sheet.isOpen || undefined}
        onKeyDown={({ key }) => key === 'Escape' && sheet.close()}
      >
        <Button variant="quiet" className="checkout-close" onClick={sheet.close}>
          Back to the lines
        </Button>
        <CheckoutSum
          lines={order?.lines ?? lines}
          amounts={order || areKnown ? amounts : null}
          isTaxKnown={isTaxKnown}
          isPlaced={order !== null}
        />
        {currentUser === null ? (
          <>
            <p>All lines become one order. Logging in keeps the list.</p>
            <Link to={loginPath(href('/order-list'))} className={buttonVariant.buy}>
              Log in to order
            </Link>
          </>
        ) : error !== undefined ? (
          <LoadFailure text="The order form failed to load." error={error} onRetry={retry} />
        ) : checkout === undefined || CheckoutForm === undefined ? (
          <Spinner label="Loading the order form" />
        ) : (
          <>
            <CardForm form={checkout.terms.card}>
              {(fields) => (
                <CheckoutForm
                  key={placed.visit}
                  checkout={checkout}
                  card={fields}
                  cardScript={card.cardScript}
                  onRetryCard={card.retryCard}
                  currentUser={currentUser}
                  total={amounts.total}
                  isReady={order !== null || areKnown}
                  placed={placed}
                  onPlace={onPlace}
                  onLeave={sheet.leave}
                />
              )}
            </CardForm>
            {/* Only the demo's simulator has a script of its own. */}
            {checkout.terms.card.scriptUrl && <TestCards />}
          </>
        )}
      </section>
      <div className="checkout-bar no-print">
        <span>
          {isBeforeTax && !currentUser ? 'Total before tax' : 'Total'}{' '}
          <strong>{isTotalKnown && total}</strong>
        </span>
        {currentUser === null ? (
          <Link to={loginPath(href('/order-list'))} className={buttonVariant.buy}>
            Log in to order
          </Link>
        ) : (
          <button
            ref={sheet.opener}
            type="button"
            className={buttonVariant.buy}
            aria-expanded={sheet.isOpen}
            aria-controls="checkout"
            onClick={sheet.open}
          >
            {order ? 'Pay' : 'Place and pay'}
          </button>
        )}
      </div>
    </>
  )
}

/** What is open of an order; of one that is paid in part, net and tax of the rest are not known. */
function openAmounts(order: Order): Amounts {
  const open = dollarsToCents(order.open)
  const all = amountsOf(order)
  return all.total === open ? all : { net: open, tax: cents(0), total: open }
}

/** The panel as a sheet on phones; elsewhere it is always shown. */
function useSheet() {
  const element = useRef<HTMLElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (isOpen) element.current?.querySelector('button')?.focus()
  }, [isOpen])
  const close = () => {
    if (!isOpen) return
    setOpen(false)
    opener.current?.focus()
  }
  const leave = () => {
    flushSync(() => setOpen(false))
    // The open sheet hid them, and what is hidden can't take the focus.
    document.querySelector<HTMLElement>('.refused-lines, #placed-order')?.focus()
  }
  return { element, opener, isOpen, open: () => setOpen(true), close, leave }
}
