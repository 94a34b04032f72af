import { type FormEvent, useId } from 'react'
import { Form, useNavigate } from 'react-router'
import {
  type OwnOrdersQuery,
  ownOrdersPath,
  readOwnOrdersQuery,
} from '#shop/orders/history/own-orders.ts'
import { LONGEST_SEARCH, OWN_ORDER_SEARCH } from '#shop/orders/orders-query.ts'
import { Button } from '#ui/button.tsx'
import { InsetField } from '#ui/forms/inset-field.tsx'

/** Searches a buyer's orders by words and days; the URL holds the search. */
export function MyOrdersFilter({ wanted }: { wanted: OwnOrdersQuery }) {
  const { tab, search, since, until } = wanted
  const navigate = useNavigate()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const query = new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]))
    // Leaves out the fields that are empty.
    void navigate(ownOrdersPath({ ...readOwnOrdersQuery(query), tab }))
  }
  return (
    <Form className="search-form my-orders-filter" role="search" onSubmit={submit}>
      <FilterField label={OWN_ORDER_SEARCH} type="search" name="search" value={search} />
      <FilterField label="Ordered from" type="date" name="since" value={since} />
      <FilterField label="to" type="date" name="until" value={until} />
      <Button type="submit" variant="quiet">
        Search
      </Button>
    </Form>
  )
}

type FilterFieldProps = { label: string; type: 'search' | 'date'; name: string; value?: string }

function FilterField({ label, type, name, value }: FilterFieldProps) {
  const id = useId()
  return (
    <InsetField label={label} id={id}>
      <input
        key={value}
        id={id}
        type={type}
        name={name}
        className="field-input"
        defaultValue={value}
        maxLength={type === 'search' ? LONGEST_SEARCH : undefined}
      />
    </InsetField>
  )
}
