const DATABASE = 'candor'
const STORE = 'chosen'

const awaitRequest = <Result>(request: IDBRequest<Result>) =>
  new Promise<Result>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

async function openStore(mode: IDBTransactionMode) {
  const opening = indexedDB.open(DATABASE, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
  const database = await awaitRequest(opening)
  return { database, store: database.transaction(STORE, mode).objectStore(STORE) }
}

/** Null where the browser keeps nothing: remembering a file is a comfort, never a condition. */
async function runInStore<Result>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => Promise<Result>,
): Promise<Result | null> {
  try {
    const { database, store } = await openStore(mode)
    return await act(store).finally(() => database.close())
  } catch {
    return null
  }
}

/**
 * Remembers a chosen file in this browser until it is sent, so that a reload loses nothing: the
 * last one alone.
 */
export const rememberFile = (name: string, file: File) =>
  runInStore('readwrite', async (store) => {
    await awaitRequest(store.clear())
    await awaitRequest(store.put(file, name))
  })

/** The file remembered under a name, as it was chosen; null when there is none. */
export const recallFile = (name: string): Promise<File | null> =>
  runInStore(
    'readonly',
    async (store) => ((await awaitRequest(store.get(name))) as File | undefined) ?? null,
  )

/** Leaves nothing behind, for who sits at this browser next. */
export const clearChosenFile = () => runInStore('readwrite', (store) => awaitRequest(store.clear()))
