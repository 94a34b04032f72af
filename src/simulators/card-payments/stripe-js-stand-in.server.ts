import apiClient from './stand-in/api-client.js?raw'
import authenticationDialog from './stand-in/authentication-dialog.js?raw'
import cardElement from './stand-in/card-element.js?raw'
import cardFormat from './stand-in/card-format.js?raw'
import cardView from './stand-in/card-view.js?raw'
import stripe from './stand-in/stripe.js?raw'

const parts = [cardFormat, cardView, cardElement, apiClient, authenticationDialog, stripe]

/**
 * The script that defines `window.Stripe`. Its sources are modules, so that editors understand them. Pages load it as a classic
 * script, because it must run before @stripe/stripe-js, so imports and exports are removed.
 */
export const stripeJsStandIn = `(() => {
'use strict'
${parts.map(withoutModuleSyntax).join('\n')}
window.Stripe = Stripe
})()
`

function withoutModuleSyntax(source: string): string {
  return source.replaceAll(/^import\s[^']*'[^']+'$/gm, '').replaceAll(/^export /gm, '')
}
