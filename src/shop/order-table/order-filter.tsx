import { type FormEvent, type ReactNode, useId } from 'react'
import { Form, Link, useNavigate } from 'react-router'
import { periodsOn, periodText } from '#shop/orders/history/order-period.ts'
import { type OrderFilterQuery, readOrderFilter } from '#shop/orders/history/own-orders.ts'
import { Button, buttonVariant } from '#ui/button.tsx'
import { InsetField } from '#ui/forms/inset-field.tsx'
import { PopoverButton } from '#ui/popover-button.tsx'
import { SearchField } from '#web/lists/search-form.tsx'

type OrderFilterProps = {
  label: string
  wanted: OrderFilterQuery
  /** Returns the path of the list with another search or period; after a submit, with all fields. */
  pathOf: (filter: OrderFilterQuery, fields?: URLSearchParams) => string
  isNarrowed?: boolean
  children?: ReactNode
}

/** Searches orders by words and days; the URL holds the search. On phones all of it is behind one button. */
export function OrderFilter({ label, wanted, pathOf, isNarrowed, children }: OrderFilterProps) {
  const { search, since, until } = wanted
  const navigate = useNavigate()
  const id = useId()
  const now = new Date()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const query = new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]))
    // Leaves out the fields that are empty.
    void navigate(pathOf(readOrderFilter(query), query))
  }
  const isFiltered = Boolean(search || since || until || isNarrowed)
  return (
    <>
      <button type="button" className={`${buttonVariant.quiet} order-filter-button`} popoverTarget={id}>
        {isFiltered ? 'Filter: on' : 'Filter'}
      </button>
      <Form id={id} popover="auto" className="order-filter gap-8" role="search" onSubmit={submit}>
        <SearchField label={label} search={search} />
        <PopoverButton
          text={<span className="filter-choice">{periodText({ since, until }, now)}</span>}
          label="Date of the order"
          className="filter-dates"
        >
          <FilterChoices
            choices={periodsOn(now).map(({ name, period }) => ({
              name,
              // "Any date" names neither, which empties both.
              to: pathOf({ search, since: period.since, until: period.until }),
              isCurrent: period.since === since && period.until === until,
            }))}
          />
          <div className="filter-days buttons">
            <DayField label="From" name="since" value={since} />
            <DayField label="To" name="until" value={until} />
            <Button type="submit" variant="quiet">
              Show
            </Button>
          </div>
        </PopoverButton>
        {children}
      </Form>
    </>
  )
}

type Choice = { name: ReactNode; to: string; isCurrent: boolean }

export function FilterChoices({ choices }: { choices: Choice[] }) {
  return (
    <ul className="filter-choices mb-8 border-bottom">
      {choices.map(({ name, to, isCurrent }) => (
        <li key={to}>
          <Link to={to} aria-current={isCurrent ? 'true' : undefined}>
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}

type DayFieldProps = { label: string; name: string; value: string | undefined }

function DayField({ label, name, value }: DayFieldProps) {
  const id = useId()
  return (
    <InsetField label={label} id={id}>
      <input key={value} id={id} type="date" name={name} className="field-input" defaultValue={value} />
    </InsetField>
  )
}
