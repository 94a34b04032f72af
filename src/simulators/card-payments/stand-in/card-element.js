import { brandOf, digitsOf, fieldErrors, readExpiry } from './card-format.js'
import { applyAppearance, applyStyle, renderCardFields } from './card-view.js'

/** Replaces Stripe's card element; `mount`, `on`, `update` and so on behave as Stripe documents them. */
export class CardElement {
  #listeners = new Map()
  #options
  #container
  #host
  #inputs = {}
  #touched = new Set()
  #ready = false
  #onDestroy
  #lastState

  constructor(options, onDestroy) {
    this.#options = options
    this.#onDestroy = onDestroy
  }

  mount(target) {
    const container = typeof target === 'string' ? document.querySelector(target) : target
    if (!container) throw new Error(`The selector you specified (${target}) applies to no DOM element.`)
    if (this.#container === container) return
    this.unmount()
    this.#container = container
    const { host, inputs } = renderCardFields(container, this.#options)
    this.#host = host
    this.#inputs = inputs
    container.classList.add('StripeElement')
    this.#listenToFields()
    this.update({})
    this.#showState()
    setTimeout(() => {
      this.#ready = true
      this.#emit('ready', { elementType: 'card' })
    })
  }

  unmount() {
    this.#host?.remove()
    for (const name of ['', '--focus', '--empty', '--complete', '--invalid']) {
      this.#container?.classList.remove(`StripeElement${name}`)
    }
    this.#container = undefined
    this.#inputs = {}
    this.#touched.clear()
    this.#ready = false
  }

  destroy() {
    this.unmount()
    this.#listeners.clear()
    this.#onDestroy()
  }

  update(options) {
    this.#options = { ...this.#options, ...options }
    if (!this.#host) return
    applyAppearance(this.#host, this.#options.appearance)
    applyStyle(this.#host, this.#options.style)
    for (const input of Object.values(this.#inputs)) input.disabled = !!this.#options.disabled
  }

  on(event, handler) {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), handler])
    // React attaches handlers after mounting, so late subscribers get the event too.
    if (event === 'ready' && this.#ready) queueMicrotask(() => handler({ elementType: 'card' }))
    return this
  }

  once(event, handler) {
    const first = (payload) => {
      this.off(event, first)
      handler(payload)
    }
    return this.on(event, first)
  }

  off(event, handler) {
    const others = (this.#listeners.get(event) ?? []).filter((other) => handler && other !== handler)
    this.#listeners.set(event, others)
    return this
  }

  focus() {
    this.#inputs.number?.focus()
  }

  blur() {
    for (const input of Object.values(this.#inputs)) input.blur()
  }

  clear() {
    for (const input of Object.values(this.#inputs)) input.value = ''
    this.#touched.clear()
    this.#changed()
  }

  /** Internal. Returns the card, or the first error after focusing its field. */
  readCard() {
    if (!this.#container) {
      throw new Error(
        'We could not retrieve data from the specified Element. Please make sure it is still mounted.',
      )
    }
    for (const name of Object.keys(this.#inputs)) this.#touched.add(name)
    this.#changed()
    const values = this.#values()
    const [name, error] = this.#firstFault() ?? []
    if (error) {
      this.#inputs[name].focus()
      return { error }
    }
    const { month, year } = readExpiry(values.expiry)
    const card = {
      number: digitsOf(values.number),
      exp_month: month,
      exp_year: year,
      cvc: values.cvc,
    }
    return { card, postalCode: values.postalCode }
  }

  #listenToFields() {
    for (const [name, input] of Object.entries(this.#inputs)) {
      input.addEventListener('input', () => this.#changed())
      input.addEventListener('focus', (event) => this.#focused(true, event))
      input.addEventListener('blur', (event) => {
        if (input.value) this.#touched.add(name)
        this.#focused(false, event)
        this.#changed()
      })
      input.addEventListener('keydown', (event) => {
        if (event.key === 'Escape') this.#emit('escape', { elementType: 'card' })
        // Enter in a shadow root's field does not submit the page's form.
        if (event.key === 'Enter') this.#container.closest('form')?.requestSubmit()
      })
    }
  }

  /** Moving between the fields does not blur the element. */
  #focused(has, { relatedTarget }) {
    if (Object.values(this.#inputs).includes(relatedTarget)) return
    this.#container?.classList.toggle('StripeElement--focus', has)
    this.#emit(has ? 'focus' : 'blur', { elementType: 'card' })
  }

  #values() {
    return Object.fromEntries(Object.entries(this.#inputs).map(([name, input]) => [name, input.value.trim()]))
  }

  #firstFault() {
    const faults = fieldErrors({ number: '', expiry: '', cvc: '', ...this.#values() })
    return Object.entries(faults).find(([, found]) => found)
  }

  /** Shows an error once its field was left, or at once when more typing can't fix it. */
  #shownFaults() {
    const faults = fieldErrors({ number: '', expiry: '', cvc: '', ...this.#values() })
    return Object.entries(faults).filter(
      ([name, found]) => found && (this.#touched.has(name) || found.code.startsWith('invalid_')),
    )
  }

  #showState() {
    const values = this.#values()
    const shown = new Map(this.#shownFaults())
    for (const [name, input] of Object.entries(this.#inputs)) {
      input.setAttribute('aria-invalid', String(shown.has(name)))
    }
    const state = {
      brand: brandOf(digitsOf(values.number ?? '')).name,
      complete: !this.#firstFault(),
      empty: Object.values(values).every((value) => value === ''),
      error: [...shown.values()][0],
    }
    this.#container?.classList.toggle('StripeElement--complete', state.complete)
    this.#container?.classList.toggle('StripeElement--empty', state.empty)
    this.#container?.classList.toggle('StripeElement--invalid', !!state.error)
    return { elementType: 'card', ...state, value: { postalCode: values.postalCode ?? '' } }
  }

  #changed() {
    if (!this.#container) return
    const state = this.#showState()
    const snapshot = JSON.stringify(state)
    if (snapshot === this.#lastState) return
    this.#lastState = snapshot
    this.#emit('change', state)
  }

  #emit(event, payload) {
    for (const handler of this.#listeners.get(event) ?? []) handler(payload)
  }
}
