import { Field } from '#ui/forms/field.tsx'

type CarrierChoiceProps = {
  carriers: string[]
  carrier: string
  onChoose: (name: string) => void
}

/** The choice of the carrier; the station remembers it for the next shipment. */
export function CarrierChoice({ carriers, carrier, onChoose }: CarrierChoiceProps) {
  return (
    <Field label="Carrier" hint="F8 chooses the next one">
      {(aria) => (
        <select
          {...aria}
          className="field-input"
          value={carrier}
          onChange={({ currentTarget }) => onChoose(currentTarget.value)}
        >
          {carriers.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      )}
    </Field>
  )
}
