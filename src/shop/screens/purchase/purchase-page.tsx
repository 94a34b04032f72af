import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { href, Link, redirect, useNavigate } from 'react-router'
import { isDecided, RestRefusal } from '#platform/http/api/rest-client.ts'
import { databaseContext } from '#platform/http/page-context.server.ts'
import { withQuery } from '#platform/http/query.ts'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { readWholeNumber } from '#platform/written-number.ts'
import { requireLogin } from '#shop/auth/access/current-user.server.ts'
import { requireSession } from '#shop/auth/access/require-session.ts'
import { type Product, whyNotOrderable } from '#shop/catalogue/product.ts'
import { ProductCard } from '#shop/catalogue/product-card.tsx'
import { toProductsJson } from '#shop/catalogue/product-json.server.ts'
import { productPath } from '#shop/catalogue/product-path.ts'
import { findFullProduct, findProduct } from '#shop/catalogue/products.server.ts'
import { AddToList } from '#shop/list-store/add-to-list.tsx'
import { MAX_PIECES } from '#shop/list-store/order-list.ts'
import { isCountable, lineTotal } from '#shop/orders/order.ts'
import { fetchLatestOrders, ordersApi } from '#shop/orders/page/orders-client.ts'
import { type PurchaseForm, purchaseForm } from '#shop/orders/purchase/order-forms.ts'
import type { OrderLimits } from '#shop/orders/purchase/order-limits-api.server.ts'
import { recipientOf } from '#shop/orders/purchase/order-recipient.ts'
import { ReferenceFields } from '#shop/orders/purchase/reference-fields.tsx'
import { ShipTo } from '#shop/orders/purchase/ship-to.tsx'
import { offeredAddresses } from '#shop/orders/shipping-address.ts'
import { ownPerPrice } from '#shop/prices/shown/own-price.ts'
import { NextStepHint, PriceLadder } from '#shop/prices/shown/price-steps.tsx'
import { pageViewer } from '#shop/prices/viewer.server.ts'
import { NetSum } from '#shop/tax/net-sum.tsx'
import { fetchProfile } from '#shop/users/users-client.ts'
import { Form } from '#ui/forms/form.tsx'
import { NumberField } from '#ui/forms/number-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { KeepUnits } from '#ui/keep-units.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { showToast } from '#ui/toast.ts'
import { useDraft } from '#web/drafts/use-draft.ts'
import { LegalLinks } from '#web/legal-links.tsx'
import { PageHead, useSite } from '#web/page-head.tsx'
import { useReload } from '#web/session-end.ts'
import type { Route } from './+types/purchase-page'

export const middleware = [requireLogin]

export async function loader({ context, params }: Route.LoaderArgs) {
  const db = context.get(databaseContext)
  const stored = await findProduct(db, params.id)
  const offSale = stored ? undefined : await findFullProduct(db, params.id)
  // Its page says that it is no longer made.
  if (offSale) throw redirect(productPath({ _id: offSale.id, name: offSale.name }))
  const [product] = await toProductsJson(db, await pageViewer(context), stored ? [stored] : [])
  if (!product) throw new Response(null, { status: 404 })
  return { product, buying: null }
}

/** Loads the buyer's data for the form. */
export async function clientLoader({ params, url, serverLoader }: Route.ClientLoaderArgs) {
  const email = await requireSession(url)
  const [{ product }, limits, profile, recent] = await Promise.all([
    serverLoader(),
    ordersApi.orderLimits[':productId'].$get({ param: { productId: params.id } }),
    fetchProfile(email),
    // Without the recent orders, only the profile's address is offered.
    fetchLatestOrders(RECENT_ORDERS).catch(() => []),
  ])
  const offered = offeredAddresses(profile, recent)
  const quantity = askedQuantity(url) ?? product.minQuantity
  const buyer = { email, name: profile.name }
  return { product, buying: { limits, quantity, buyer, ...offered } }
}
clientLoader.hydrate = true as const

export default function PurchasePage({ loaderData: { product, buying } }: Route.ComponentProps) {
  return (
    <div className="page purchase-page">
      <PageHead title={product.name} description={product.description} image={product.imgURL} />
      <section className="compact-form paired-form">
        <h1 className="page-title work-title">
          <KeepUnits text={`Purchase ${product.name}`} />
        </h1>
        {buying ? <Purchase product={product} {...buying} /> : <Spinner label="Loading the form" />}
      </section>
      <ProductCard product={product} priority="first" />
    </div>
  )
}

type PurchaseProps = { product: Product } & NonNullable<Route.ComponentProps['loaderData']['buying']>

function Purchase({ product, limits, quantity, buyer, address, addresses }: PurchaseProps) {
  const navigate = useNavigate()
  const { reload } = useReload()
  // One key per purchase: a double click or a retry after a lost response is the same order.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const schema = purchaseForm(product)
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { ...buyer, ...address, poNumber: '', quantity },
  })
  const { control, handleSubmit, setError, setValue, watch, formState } = form
  const dropDraft = useDraft(form)
  const { errors } = formState
  const why = whyNotOrderable(product)
  const take = (quantity: number) => setValue('quantity', quantity, { shouldValidate: true })
  const submit = handleSubmit(async ({ quantity, ...buyer }) => {
    const { _id: productId, name: productName, imgURL } = product
    const perPrice = ownPerPrice(product, quantity)
    try {
      const bought = { productId, productName, perPrice, imgURL, quantity }
      const json = { ...recipientOf(buyer), email: buyer.email, ...bought }
      await ordersApi.perchase.$post({ json, header: { 'idempotency-key': key } })
    } catch (error) {
      if (isDecided(error)) setKey(crypto.randomUUID())
      // The product may have changed since the page loaded; without reloading, every further try
      // would fail.
      if (error instanceof RestRefusal && [409, 422].includes(error.status)) await reload()
      return showError(error)
    }
    dropDraft()
    await navigate(href('/purchase'))
    await showToast('success', 'Success Purchead')
    await showToast('success', 'Please Check you Dashboard Orders')
  })
  const isField = (name: string): name is keyof PurchaseForm => Object.hasOwn(schema.shape, name)
  const showError = (error: unknown) => {
    if (!(error instanceof RestRefusal)) return setError('root', { message: NO_ANSWER })
    for (const [field, message] of Object.entries(error.fields)) {
      if (isField(field)) setError(field, { message })
    }
    if (!Object.keys(error.fields).some(isField)) setError('root', { message: error.message })
  }
  return (
    <>
      {why && (
        <p className="mb-24">
          <Link to={withQuery(href('/contact'), { product: product.name })}>Ask us about this tool</Link>
        </p>
      )}
      <Form
        variant="buy"
        control={control}
        onSubmit={submit}
        error={errors.root?.message ?? why}
        disabled={why !== null}
        button="Purchase"
        moreButtons={<AddToList product={product} quantity={watch('quantity')} />}
      >
        <div className="purchase-buyer grid gap-8">
          <TextField control={control} name="name" label="Name" readOnly />
          <TextField control={control} name="email" label="Email" readOnly />
        </div>
        <div className="field-row grid items-start">
          <NumberField
            control={control}
            name="quantity"
            label="Quantity"
            hint={why === null ? quantityHint(product) : undefined}
          />
          <NextStepHint
            product={product}
            quantity={watch('quantity')}
            most={limits.pieces.most - limits.pieces.held}
            onTake={take}
          />
          <ReferenceFields form={form} />
        </div>
        <ShipTo form={form} addresses={addresses} name={buyer.name} />
        <LegalLinks pages={['terms', 'privacy', 'shipping-and-returns']} />
        <PriceLadder product={product} onTake={take} />
        <Total perPrice={ownPerPrice(product, watch('quantity'))} quantity={watch('quantity')} />
      </Form>
      <OrderLimitsNote limits={limits} />
    </>
  )
}

const RECENT_ORDERS = 5

const NO_ANSWER = 'The shop could not be reached. Please try again; nothing is ordered twice.'

function askedQuantity(url: URL): number | undefined {
  const pieces = readWholeNumber(url.searchParams.get('quantity') ?? '')
  return pieces >= 1 && pieces <= MAX_PIECES ? pieces : undefined
}

function quantityHint({ minQuantity, quantity }: Product): string {
  return `From ${minQuantity.toLocaleString('en-US')} to ${quantity.toLocaleString('en-US')} pieces`
}

function Total(order: { perPrice: number; quantity: number }) {
  const site = useSite()
  return (
    <p className="total flex items-baseline justify-between soft">
      Total{' '}
      <strong className="plain text-24 font-720 tabular">
        {isCountable(order.quantity) ? (
          <NetSum net={lineTotal(order)} isTaxed={site?.addsTax === true} />
        ) : (
          '–'
        )}
      </strong>
    </p>
  )
}

/** Shows a buyer's limits for unpaid orders, and how long they hold stock. */
function OrderLimitsNote({ limits }: { limits: OrderLimits }) {
  const { orders, dollars, pieces, holdHours, freeDollars, emailVerified } = limits
  return (
    <p className="note">
      Unpaid orders hold their stock for {holdHours.toLocaleString('en-US')} hours. You can have up to{' '}
      {orders.most.toLocaleString('en-US')} unpaid orders, worth up to{' '}
      {formatDollars(dollarsToCents(dollars.most))}, with up to {pieces.most.toLocaleString('en-US')} pieces
      of this product
      {pieces.held > 0 && ` (you hold ${pieces.held.toLocaleString('en-US')} now)`}
      {emailVerified ? '.' : ', and more once your e-mail address is confirmed.'}
      {orders.held === 0 &&
        ` A first order of up to ${formatDollars(dollarsToCents(freeDollars)).replace('.00', '')} is always accepted.`}
    </p>
  )
}
