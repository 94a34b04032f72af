const CARDS = [
  ['4242 4242 4242 4242', 'is charged'],
  ['4000 0025 0000 3155', 'asks for authentication'],
  ['4000 0000 0000 0002', 'is declined'],
]

/** Lists the test cards of the demo's card simulator. */
export function TestCards() {
  return (
    <aside className="test-cards callout callout-warning text-14" aria-label="Test cards">
      <p>This is a demo: no money moves. Any future date and any CVC work with these test cards.</p>
      <ul className="mt-8">
        {CARDS.map(([number, effect]) => (
          <li key={number}>
            <code className="font-600 unbroken">{number}</code> {effect}
          </li>
        ))}
      </ul>
    </aside>
  )
}
