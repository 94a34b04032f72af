import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react'
import { href, Link, useNavigate } from 'react-router'
import { cents } from '#platform/money.ts'
import { readWholeNumber } from '#platform/written-number.ts'
import { type Product, stockNote } from '#shop/catalogue/product.ts'
import { addPieces } from '#shop/list-store/order-list-store.ts'
import { isCountable, lineTotal } from '#shop/orders/order.ts'
import { ownPerPrice } from '#shop/prices/shown/own-price.ts'
import { QuantityInput } from '#shop/screens/catalogue/table/quantity-input.tsx'
import { moveToBox } from '#shop/screens/catalogue/table/row-order.tsx'
import { NetSum } from '#shop/tax/net-sum.tsx'
import { Button } from '#ui/button.tsx'
import { useHydrated } from '#ui/use-hydrated.ts'
import { useSite } from '#web/page-head.tsx'

type Typed = Readonly<Record<string, string>>
const TypedContext = createContext<{ typed: Typed; type: (id: string, text: string) => void }>({
  typed: {},
  type: () => {},
})

/** The quantity of a size, which may stay empty; Enter goes to the next one. */
export function SizeQuantity({ product }: { product: Product }) {
  const { typed, type } = useContext(TypedContext)
  const note = stockNote(product)
  if (note) return <span className="row-order-note soft block">{note}</span>
  return (
    <span className="row-order relative flex">
      <QuantityInput
        product={product}
        value={typed[product._id] ?? ''}
        onChange={(text) => type(product._id, text)}
        label={`Quantity of ${product.name}`}
        isOptional
      />
    </span>
  )
}

/** Adds all sizes with a quantity to the order list together, or goes there to buy them. */
export function SizesForm({ products, children }: { products: Product[]; children: ReactNode }) {
  const navigate = useNavigate()
  const isHydrated = useHydrated()
  const isTaxed = useSite()?.addsTax === true
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState<Typed>({})
  const [added, setAdded] = useState('')
  const type = useCallback((id: string, text: string) => setTyped((typed) => ({ ...typed, [id]: text })), [])
  const filled = products.flatMap((product) => {
    const text = typed[product._id]?.trim()
    return text ? { product, quantity: readWholeNumber(text) } : []
  })
  const net = filled
    .filter(({ quantity }) => isCountable(quantity))
    .map(({ product, quantity: n }) => lineTotal({ perPrice: ownPerPrice(product, n), quantity: n }))
    .reduce((sum, total) => cents(sum + total), cents(0))
  const add = (): boolean => {
    if (!form.current?.reportValidity()) return false
    const notes = filled.flatMap(({ product, quantity }) => {
      const note = addPieces(product, quantity)
      return note ? `${product.size ?? product.name}: ${note}. ` : []
    })
    setAdded(`${sizes(filled.length)} added. ${notes.join('')}`)
    setTyped({})
    return true
  }
  const isEmpty = filled.length === 0
  return (
    <form
      ref={form}
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={({ key, target }) => {
        if (key === 'Enter' && target instanceof HTMLInputElement) moveToBox(target, 1)
      }}
    >
      <TypedContext value={{ typed, type }}>{children}</TypedContext>
      <div className="family-bar scripted row gap-12">
        <p className="grow text-14" role="status">
          {!isEmpty && (
            <>
              {sizes(filled.length)}: <NetSum net={net} isTaxed={isTaxed} />
            </>
          )}
          {isEmpty && added && (
            <>
              {added} <Link to={href('/order-list')}>Order list</Link>
            </>
          )}
        </p>
        <Button variant="quiet" disabled={!isHydrated || isEmpty} onClick={add}>
          {isEmpty ? 'Add to the list' : `Add ${filled.length} to the list`}
        </Button>
        <Button
          variant="buy"
          disabled={!isHydrated || isEmpty}
          onClick={() => add() && void navigate(href('/order-list'))}
        >
          Buy
        </Button>
      </div>
    </form>
  )
}

const sizes = (count: number) => (count === 1 ? '1 size' : `${count} sizes`)
