type OptionsProps = { of: readonly (readonly [value: string, text: string])[] }

/** The options of a select. */
export const Options = ({ of }: OptionsProps) =>
  of.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ))
