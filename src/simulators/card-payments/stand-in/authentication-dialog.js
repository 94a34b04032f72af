const dialogStyles = `
  dialog {
    box-sizing: border-box; width: min(26rem, calc(100vw - 2rem)); padding: 1.5rem; border: 0; border-radius: 0.75rem;
    font: 1rem/1.5 system-ui, sans-serif; color: #1b1f24; background: #fff; box-shadow: 0 1rem 3rem #0006;
  }
  dialog::backdrop { background: #000a; }
  h2 { margin: 0 0 0.5rem; font-size: 1.25rem; }
  p { margin: 0 0 1.25rem; }
  .buttons { display: flex; flex-wrap: wrap; gap: 0.75rem; }
  button {
    flex: 1 1 10rem; min-height: 2.75rem; padding: 0.5rem 1rem; font: inherit; font-weight: 600; cursor: pointer;
    color: #fff; background: #2748b5; border: 2px solid #2748b5; border-radius: 0.5rem;
  }
  button[value='fail'] { color: #b3261e; background: #fff; border-color: #b3261e; }
  button:focus-visible { outline: 3px solid #1b1f24; outline-offset: 2px; }
`

/** Shows the simulated 3D Secure dialog. Resolves to 'complete' or 'fail'; closing it counts as 'fail'. */
export function askBuyer(intent) {
  const host = document.body.appendChild(document.createElement('div'))
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(dialogStyles)
  root.adoptedStyleSheets = [sheet]
  const { brand, last4 } = intent.next_action.use_stripe_sdk
  const amount = `$${(intent.amount / 100).toFixed(2)}`
  const dialog = element('dialog', { ariaLabel: '3D Secure test page' }, [
    element('form', { method: 'dialog' }, [
      element('h2', { textContent: '3D Secure test page' }),
      element('p', {
        textContent: `Your bank asks whether you pay ${amount} with the ${brand} card that ends in ${last4}.`,
      }),
      element('div', { className: 'buttons' }, [
        element('button', { value: 'complete', textContent: 'Complete authentication' }),
        element('button', { value: 'fail', textContent: 'Fail authentication' }),
      ]),
    ]),
  ])
  root.append(dialog)
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      host.remove()
      resolve(dialog.returnValue === 'complete' ? 'complete' : 'fail')
    })
  })
}

/** Creates elements through the DOM, because the shop's Trusted Types policy forbids HTML strings. */
function element(name, properties, children = []) {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}
