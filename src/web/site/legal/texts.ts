/** The legal texts by the name of their page: templates, which an operator replaces. */
const found = import.meta.glob<string>('./texts/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
})

export const TEMPLATES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(found).map(([path, text]) => [path.replace(/^.*\/(.*)\.md$/, '$1'), text]),
)
