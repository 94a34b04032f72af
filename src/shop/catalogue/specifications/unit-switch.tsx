import { useHydrated } from '#ui/use-hydrated.ts'
import { chooseLengthUnit, type LengthUnit, useLengthUnit } from './length-unit.ts'

const units: { unit: LengthUnit; name: string }[] = [
  { unit: 'mm', name: 'millimetres' },
  { unit: 'in', name: 'inches' },
]

/** Switches the lengths of the page between millimetres and inches. */
export function UnitSwitch() {
  const chosen = useLengthUnit()
  const isHydrated = useHydrated()
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">Unit of length</legend>
      {units.map(({ unit, name }) => (
        <button
          key={unit}
          type="button"
          disabled={!isHydrated}
          aria-pressed={unit === chosen}
          onClick={() => chooseLengthUnit(unit)}
        >
          {unit}
          <span className="visually-hidden"> ({name})</span>
        </button>
      ))}
    </fieldset>
  )
}
