import { Options } from '#ui/forms/options.tsx'

type FilterSelectProps = {
  name: string
  label: string
  value: string
  options: (readonly [value: string, text: string])[]
}

/** A choice of a `SearchForm` that is sent at once, with its words. */
export function FilterSelect({ name, label, value, options }: FilterSelectProps) {
  return (
    <select
      key={value}
      name={name}
      className="field-input"
      aria-label={label}
      defaultValue={value}
      onChange={({ currentTarget }) => currentTarget.form?.requestSubmit()}
    >
      <Options of={options} />
    </select>
  )
}
