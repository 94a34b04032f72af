import { callApi } from './api-client.js'
import { askBuyer } from './authentication-dialog.js'
import { CardElement } from './card-element.js'

/** Creates the object that `loadStripe` resolves to. */
export function Stripe(publishableKey) {
  const post = (path, parameters) => callApi(publishableKey, 'POST', path, parameters)

  async function createPaymentMethod({ type, card, billing_details }) {
    if (type !== 'card') throw new Error(`The card simulator has no payment methods of type ${type}.`)
    if (!(card instanceof CardElement)) throw new Error('Pass the card element as `card`.')
    const entry = card.readCard()
    if (entry.error) return { error: entry.error }
    const answer = await post('payment_methods', {
      type,
      card: entry.card,
      billing_details: { ...billing_details, address: { postal_code: entry.postalCode } },
    })
    return answer.error ? answer : { paymentMethod: answer }
  }

  async function confirmCardPayment(clientSecret, data = {}, options = {}) {
    const path = `payment_intents/${intentIdOf(clientSecret)}/confirm`
    let method = data.payment_method
    if (method && typeof method === 'object') {
      const created = await createPaymentMethod({ type: 'card', ...method })
      if (created.error) return created
      method = created.paymentMethod.id
    }
    const intent = await post(path, {
      client_secret: clientSecret,
      payment_method: method,
    })
    return options.handleActions === false ? outcomeOf(intent) : authenticate(clientSecret, intent)
  }

  async function authenticate(clientSecret, intent) {
    if (intent.error || intent.status !== 'requires_action') return outcomeOf(intent)
    const outcome = await askBuyer(intent)
    const path = `payment_intents/${intent.id}/authenticate`
    return outcomeOf(await post(path, { client_secret: clientSecret, outcome }))
  }

  async function retrieve(clientSecret) {
    const path = `payment_intents/${intentIdOf(clientSecret)}`
    return callApi(publishableKey, 'GET', path, { client_secret: clientSecret })
  }

  const handleNextAction = async (clientSecret) => authenticate(clientSecret, await retrieve(clientSecret))

  return {
    elements: (options) => createElements(options),
    createPaymentMethod,
    confirmCardPayment,
    retrievePaymentIntent: async (clientSecret) => outcomeOf(await retrieve(clientSecret)),
    handleNextAction: ({ clientSecret }) => handleNextAction(clientSecret),
    // @stripe/react-stripe-js takes no object without it.
    createToken: () => {
      throw new Error('The card simulator makes no tokens: use createPaymentMethod.')
    },
    registerAppInfo() {},
    _registerWrapper() {},
  }
}
/** The release of Stripe.js that @stripe/stripe-js expects. */
Stripe.version = 'endive'

function outcomeOf(intent) {
  return intent.error ? { error: intent.error } : { paymentIntent: intent }
}

function intentIdOf(clientSecret) {
  const id = /^(pi_\w+)_secret_\w+$/.exec(String(clientSecret))?.[1]
  if (!id) throw new Error('The client secret should look like pi_…_secret_….')
  return id
}

function createElements({ appearance } = {}) {
  let card = null
  return {
    create(type, options = {}) {
      if (type !== 'card') throw new Error(`The card simulator has no element of type ${type}.`)
      if (card) throw new Error("Can't create two card elements: destroy the first one before.")
      card = new CardElement({ ...options, appearance }, () => {
        card = null
      })
      return card
    },
    // React passes the component, which has the type's name.
    getElement: (type) => ((type?.__elementType ?? type) === 'card' ? card : null),
    update: (options = {}) => {
      if (!options.appearance) return
      appearance = options.appearance
      card?.update({ appearance })
    },
    submit: async () => ({}),
  }
}
