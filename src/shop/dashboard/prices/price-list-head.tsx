import { href, Link } from 'react-router'
import { audienceName, daysText, pricesApi, stateNames } from '#shop/prices/admin/prices-client.ts'
import type { PriceList } from '#shop/prices/price-list-json.server.ts'
import { Button } from '#ui/button.tsx'
import { DescriptionItem } from '#ui/description-item.tsx'
import { Form } from '#ui/forms/form.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { closePopover, focusField, PopoverButton } from '#ui/popover-button.tsx'
import { showToast } from '#ui/toast.ts'
import { useSentForm } from '#web/form-refusal.ts'
import { useReload } from '#web/session-end.ts'
import { useChange } from '#web/use-change.ts'
import { CopyPriceListForm } from './copy-price-list-form.tsx'

type PriceListHeadProps = { list: PriceList; isUnsaved: boolean }

/** What a list is called, for whom and when it applies, and the way from a draft to a published list. */
export function PriceListHead({ list, isUnsaved }: PriceListHeadProps) {
  const { isBusy, change } = useChange()
  const { _id: id, name, state, contract, customers = 0 } = list
  const company = 'company' in list.for ? list.for.company : null
  const publish = () => change(pricesApi['price-lists'][':id'].publish.$post({ param: { id } }))
  return (
    <header className="mb-16 surface px-16 py-12">
      <div className="row">
        <h1 className="page-title">{name}</h1>
        <span className={`status-badge${state === 'draft' ? ' status-badge-warning' : ''}`}>
          {stateNames[state]}
        </span>
        <div className="buttons ml-auto">
          <PopoverButton text="Name and dates" label="Name and dates" onToggle={focusField}>
            <PriceListForm list={list} />
          </PopoverButton>
          <PopoverButton
            text={
              <span>
                Copy<span className="from-640"> as next year’s</span>
              </span>
            }
            label="The copy"
            onToggle={focusField}
          >
            <CopyPriceListForm list={list} />
          </PopoverButton>
          {state === 'draft' && (
            <Button busy={isBusy} disabled={isUnsaved} onClick={() => void publish()}>
              Publish
            </Button>
          )}
        </div>
      </div>
      <dl className="facts price-list-facts row mt-8">
        <DescriptionItem term="For">
          {company ? (
            <Link to={href('/dashboard/companies/:id', { id: company._id })}>{company.name}</Link>
          ) : (
            audienceName(list)
          )}
          {contract && ' (contract: replaces all other prices of its tools)'}
        </DescriptionItem>
        <DescriptionItem term="Days">{daysText(list)}</DescriptionItem>
        <DescriptionItem term="Affects">
          {customers.toLocaleString('en-US')} {customers === 1 ? 'customer' : 'customers'}
          {'everybody' in list.for && ' and visitors'}
        </DescriptionItem>
      </dl>
      {state === 'draft' && (
        <p className="mt-8 note">
          Nobody pays these prices yet. {isUnsaved && 'Save them first. '}Published, they apply{' '}
          {list.validFrom === null ? 'at once' : `from ${list.validFrom} on`}.
          {list.follows && ` “${list.follows}” ends then.`}
        </p>
      )}
    </header>
  )
}

/** Renames a list and changes its days. A list that was used is ended by its last day. */
function PriceListForm({ list }: { list: PriceList }) {
  const { reload } = useReload()
  const stored = {
    name: list.name,
    validFrom: list.validFrom ?? '',
    validUntil: list.validUntil ?? '',
  }
  const { control, submit } = useSentForm(stored, async ({ name, validFrom, validUntil }) => {
    const json = { name, validFrom: validFrom || null, validUntil: validUntil || null }
    await pricesApi['price-lists'][':id'].$put({ param: { id: list._id }, json })
    await reload()
    closePopover()
    await showToast('success', 'Price list saved')
  })
  return (
    <Form control={control} onSubmit={submit} button="Save">
      <TextField control={control} name="name" label="Name" maxLength={80} autoComplete="off" />
      <TextField control={control} name="validFrom" label="First day" type="date" />
      <TextField control={control} name="validUntil" label="Last day" type="date" />
    </Form>
  )
}
