import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { href, Link } from 'react-router'
import { RestRefusal } from '#platform/http/api/rest-client.ts'
import { type Cents, formatDollars } from '#platform/money.ts'
import { useCurrentUser } from '#shop/auth/access/use-sign-in.ts'
import type { CurrentUser } from '#shop/auth/auth.ts'
import { loginPath } from '#shop/auth/auth.ts'
import { overPaymentLimit } from '#shop/orders/order.ts'
import { type BuyerForm, buyerForm } from '#shop/orders/purchase/order-forms.ts'
import { ShippingAddressFields } from '#shop/orders/purchase/shipping-address-fields.tsx'
import { buttonVariant } from '#ui/button.tsx'
import { Form } from '#ui/forms/form.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useDraft } from '#web/drafts/use-draft.ts'
import { PrintedTextField } from '#web/printed-text-field.tsx'
import { type OfferedAddresses, useOfferedAddresses } from './use-buyer.ts'

type PlaceFormProps = {
  total: Cents
  /** Whether prices and stock of all lines are known. */
  isReady: boolean
  /** Sends the list; returns whether it was placed. Refused lines show their errors themselves. */
  onPlace: (buyer: BuyerForm) => Promise<boolean>
}

/** Where the order goes and its PO number, with the button that places it. */
export function PlaceForm(props: PlaceFormProps) {
  const currentUser = useCurrentUser()
  const offered = useOfferedAddresses()
  const overLimit = overPaymentLimit(props.total)
  return (
    <section className="panel place-panel" aria-label="Place the order">
      <h2 className="place-title">Place the order</h2>
      {overLimit !== null && <p>{overLimit}</p>}
      {currentUser === null ? (
        <>
          <p>All lines become one order. The list stays with you when you log in.</p>
          <Link to={loginPath(href('/order-list'))} className={buttonVariant.primary}>
            Log in to order
          </Link>
        </>
      ) : offered === null ? (
        <Spinner label="Loading your addresses" />
      ) : (
        <BuyerFields {...props} currentUser={currentUser} offered={offered} />
      )}
    </section>
  )
}

type BuyerFieldsProps = PlaceFormProps & { currentUser: CurrentUser; offered: OfferedAddresses }

function BuyerFields({ total, isReady, onPlace, currentUser, offered }: BuyerFieldsProps) {
  const { email, displayName: name } = currentUser
  const form = useForm({
    resolver: zodResolver(buyerForm),
    defaultValues: { name, email, ...offered.address, poNumber: '' },
  })
  const { control, handleSubmit, setError } = form
  const dropDraft = useDraft(form)
  const submit = handleSubmit(async (buyer) => {
    try {
      if (await onPlace(buyer)) dropDraft()
    } catch (error) {
      setError('root', { message: error instanceof RestRefusal ? error.message : NO_ANSWER })
    }
  })
  return (
    <Form
      control={control}
      onSubmit={submit}
      disabled={!isReady}
      button={`Place order · ${formatDollars(total)}`}
    >
      <TextField control={control} name="name" label="Name" readOnly />
      <TextField control={control} name="email" label="Email" readOnly />
      <ShippingAddressFields form={form} addresses={offered.addresses} />
      <PrintedTextField
        control={control}
        name="poNumber"
        label="PO number (optional)"
        autoComplete="off"
      />
    </Form>
  )
}

const NO_ANSWER = 'The shop could not be reached. Please try again; nothing is ordered twice.'
