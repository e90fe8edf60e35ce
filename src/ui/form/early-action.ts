import { useEffect } from 'react'

type EarlyAction = { target: HTMLFormElement | HTMLButtonElement; submitter?: HTMLElement | null }

declare global {
  interface Window {
    holdAction?: (event: Event) => void
    earlyAction?: EarlyAction
  }
}

/** Buttons that the browser handles without a script. */
const NATIVE_BUTTONS = '[type=submit],[popovertarget]'

/**
 * Holds a form that is submitted and a button that is pressed before React can handle it: the
 * browser would put the fields of the form, a password among them, into the address and load the
 * page again, and the press would have no effect. Only the last action is held. Put it into the
 * head of a page with React, with the page's nonce.
 */
export const earlyActionScript =
  'window.holdAction=function(e){' +
  `var t=e.type==='submit'?e.target:e.target.closest('button:not(${NATIVE_BUTTONS})');` +
  'if(t){e.preventDefault();e.stopImmediatePropagation();' +
  'window.earlyAction={target:t,submitter:e.submitter}}};' +
  "addEventListener('submit',holdAction,true);addEventListener('click',holdAction,true)"

/** Repeats the action that `earlyActionScript` holds, once, when React handles it. */
export function useEarlyAction(): void {
  useEffect(() => {
    for (const type of ['submit', 'click'])
      if (window.holdAction) removeEventListener(type, window.holdAction, true)

    const { target, submitter } = window.earlyAction ?? {}
    delete window.earlyAction
    if (!target?.isConnected) return

    if (target instanceof HTMLFormElement)
      target.requestSubmit(submitter?.isConnected ? submitter : null)
    else target.click()
  }, [])
}
