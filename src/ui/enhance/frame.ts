const SOLID_AFTER_PX = 50

/** Makes the top bar transparent at the top of the page and solid after 50 px of scroll. */
export function enhanceBar(root: ParentNode): () => void {
  const bar = root.querySelector('[data-bar]')
  const ends = new AbortController()
  const updateBar = () => bar?.toggleAttribute('data-solid', scrollY > SOLID_AFTER_PX)

  updateBar()
  addEventListener('scroll', updateBar, { passive: true, signal: ends.signal })
  return () => ends.abort()
}

/**
 * Adds `aria-expanded`, arrow keys and Escape to menus that the stylesheet opens on hover and
 * focus.
 */
export function enhanceMenus(root: ParentNode): () => void {
  const ends = new AbortController()
  const { signal } = ends

  for (const menu of root.querySelectorAll<HTMLElement>('[data-menu]')) {
    const button = menu.querySelector('button')
    if (!button) continue

    const updateExpanded = () => {
      const open = !menu.hasAttribute('data-closed') && menu.matches(':hover, :focus-within')
      button.setAttribute('aria-expanded', String(open))
    }

    const reopen = () => {
      menu.removeAttribute('data-closed')
      updateExpanded()
    }

    const shut = () => {
      menu.setAttribute('data-closed', '')
      updateExpanded()
    }
    menu.addEventListener('mouseenter', reopen, { signal })
    menu.addEventListener('mouseleave', () => setTimeout(updateExpanded), { signal })
    menu.addEventListener('focusin', updateExpanded, { signal })
    menu.addEventListener('focusout', () => setTimeout(handleFocusLoss), { signal })

    const handleFocusLoss = () => (menu.matches(':focus-within') ? updateExpanded() : reopen())
    button.addEventListener('click', reopen, { signal })
    menu.addEventListener('keydown', (event) => handleKey(event, { menu, button, reopen, shut }), {
      signal,
    })
  }

  return () => ends.abort()
}

type Menu = { menu: HTMLElement; button: HTMLButtonElement; reopen(): void; shut(): void }

function handleKey(event: KeyboardEvent, { menu, button, reopen, shut }: Menu) {
  if (event.key === 'Escape') {
    button.focus()
    shut()
  } else if (event.key === 'ArrowDown' && event.target === button) {
    event.preventDefault()
    reopen()
    menu.querySelector('a')?.focus()
  }
}
