import { useId } from 'react'
import { type DeskQuery, type DeskSort, deskPath, deskSorts } from '#shop/order-desk/desk-query.ts'
import { FilterChoices, OrderFilter } from '#shop/order-table/order-filter.tsx'
import type { Order } from '#shop/orders/order.ts'
import { LONGEST_SEARCH, ORDER_SEARCH } from '#shop/orders/orders-query.ts'
import { Button } from '#ui/button.tsx'
import { InsetField } from '#ui/forms/inset-field.tsx'
import { PopoverButton } from '#ui/popover-button.tsx'

const sortNames = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  buyer: 'Buyer, A to Z',
} satisfies Record<DeskSort, string>

type DeskFilterProps = { query: DeskQuery; orders: Order[] }

/** Filters all orders by words, days and buyer, and sorts them. */
export function DeskFilter({ query, orders }: DeskFilterProps) {
  const { before, after, ...filters } = query
  const { buyer, company, sort } = filters
  const isId = buyer !== undefined && !buyer.includes('@')
  const chosen = orders.find(({ buyerId }) => buyerId === buyer)?.name
  const ofCompany = company && (orders[0]?.company?.name ?? 'One company')
  const buyerText = chosen ?? ((isId ? 'One buyer' : (buyer ?? ofCompany)) || 'Any buyer')
  return (
    <OrderFilter
      label={ORDER_SEARCH}
      wanted={query}
      isNarrowed={buyer !== undefined || company !== undefined}
      pathOf={(filter, fields) =>
        deskPath({
          ...filters,
          ...filter,
          buyer: fields?.get('buyer') || (fields && !isId ? undefined : buyer),
        })
      }
    >
      <PopoverButton
        text={<span className="filter-choice">{buyerText}</span>}
        label="Buyer"
        className="desk-buyers"
      >
        <FilterChoices
          choices={[
            {
              name: 'Any buyer',
              to: deskPath({ ...filters, buyer: undefined, company: undefined }),
              isCurrent: !buyer && !company,
            },
            ...buyersOf(orders).map(({ buyerId, name, email }) => ({
              name: `${name}, ${email}`,
              to: deskPath({ ...filters, buyer: buyerId }),
              isCurrent: buyerId === buyer,
            })),
          ]}
        />
        <BuyerField email={isId ? undefined : buyer} />
      </PopoverButton>
      <PopoverButton
        text={<span className="filter-choice">{sortNames[sort]}</span>}
        label="Sort"
        className="desk-sort"
      >
        <FilterChoices
          choices={deskSorts.map((choice) => ({
            name: sortNames[choice],
            to: deskPath({ ...filters, sort: choice }),
            isCurrent: choice === sort,
          }))}
        />
      </PopoverButton>
    </OrderFilter>
  )
}

function BuyerField({ email }: { email: string | undefined }) {
  const id = useId()
  return (
    <div className="filter-days buttons">
      <InsetField label="Email" id={id}>
        <input
          key={email}
          id={id}
          name="buyer"
          className="field-input"
          defaultValue={email}
          maxLength={LONGEST_SEARCH}
          autoComplete="off"
        />
      </InsetField>
      <Button type="submit" variant="quiet">
        Show
      </Button>
    </div>
  )
}

const MAX_BUYERS = 8

function buyersOf(orders: Order[]): Order[] {
  return [...new Map(orders.map((order) => [order.buyerId, order])).values()].slice(0, MAX_BUYERS)
}
