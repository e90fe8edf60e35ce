/** Submits a form as the browser does, and reads the answer as a page whose scripts don't run. */
function post(form: HTMLFormElement): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', form.action)
    request.responseType = 'document'
    request.onload = () => resolve(request)
    request.onerror = reject
    request.send(new FormData(form))
  })
}

/**
 * Sends a form and shows the server's answer in its place. A page that the browser itself requests
 * would come back without the chosen files. Returns null where the answer is another page.
 */
async function send(form: HTMLFormElement): Promise<HTMLFormElement | null> {
  const { responseURL, responseXML } = await post(form)

  if (new URL(responseURL).search !== new URL(form.action).search) {
    location.assign(`${responseURL}#${form.id}`)
    return null
  }

  const answer = responseXML?.getElementById(form.id)
  if (!(answer instanceof HTMLFormElement)) throw new Error('The answer has no such form.')

  moveFiles(form, answer)
  form.replaceWith(answer)

  return answer
}

/** Moves the chosen files of a form into its successor. */
function moveFiles(from: HTMLFormElement, to: HTMLFormElement) {
  for (const input of from.querySelectorAll<HTMLInputElement>('input[type=file]')) {
    const next = to.querySelector(`#${input.id}`)
    for (const name of ['aria-invalid', 'aria-describedby']) {
      const value = next?.getAttribute(name)
      if (value) input.setAttribute(name, value)
      else input.removeAttribute(name)
    }
    next?.replaceWith(input)
  }
}

/** Removes the error of a field whose value changes, there and in the summary. */
function clearError(form: HTMLFormElement, { id }: Element) {
  form.querySelector(`#${id}`)?.removeAttribute('aria-invalid')
  form.querySelector(`#${id}-error`)?.remove()
  form.querySelector(`[role=alert] li:has([href="#${id}"])`)?.remove()

  const summary = form.querySelector('[role=alert]')
  if (!summary || summary.querySelector('li')) return

  summary.remove()
  document.title = document.title.replace(/^Error: /, '')
}

/** Prevents a second submission of a form and shows on its button that it is being sent. */
function markSent(form: HTMLFormElement) {
  form.setAttribute('data-sent', '')

  const button = form.querySelector<HTMLButtonElement>('button[type=submit]')
  if (!button) return

  button.setAttribute('aria-disabled', 'true')
  button.textContent = form.dataset.sending ?? ''
}

/**
 * Prevents a second submission of each form. Pass `alone` on pages without React: a form is then
 * sent without leaving the page, its files stay chosen, and a corrected field loses its error.
 */
export function enhanceForms(root: ParentNode, alone: boolean): () => void {
  const ends = new AbortController()
  const { signal } = ends

  const enhance = (form: HTMLFormElement) => {
    const submit = async (event: Event) => {
      const isSent = form.hasAttribute('data-sent')
      if (isSent || alone) event.preventDefault()
      if (isSent) return

      markSent(form)
      if (!alone) return

      const answer = await send(form).catch(() => form.submit())
      if (!answer) return

      enhance(answer)
      focusErrorSummary(answer)
    }

    form.addEventListener('submit', submit, { signal })
    if (alone)
      form.addEventListener('input', ({ target }) => clearError(form, target as Element), {
        signal,
      })
  }

  for (const form of root.querySelectorAll<HTMLFormElement>('form[data-sending]')) enhance(form)
  if (alone) focusErrorSummary(root)

  return () => ends.abort()
}

/** Focuses the error summary of a rejected form, and adds it to the page's title. */
function focusErrorSummary(root: ParentNode) {
  const summary = root.querySelector<HTMLElement>('[role=alert][tabindex="-1"]')
  if (!summary) return

  document.title = `Error: ${document.title.replace(/^Error: /, '')}`
  summary.focus()
}
