// Keeps the interface of one build. It then starts without a network, and an open page finds its own code after an update.
// The worker never keeps data: prices, money and people come from the server or not at all.
// The build puts a line before this one: self.BUILD, with the version, the entry and the files of the build.

const { version, entry, files } = self.BUILD;
const CACHE = `veritick-${version}`;
const PAGE = "/";
/** How long to wait for a slow network before the kept page is shown. */
const PATIENCE_MS = 4000;
const kept = new Set(files);

self.addEventListener("install", (event) => event.waitUntil(keepBuild()));
self.addEventListener("activate", (event) => event.waitUntil(begin()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    if (!/^\/(api|beacon|ws|healthz|readyz|metrics)(\/|$)/.test(pathname)) event.respondWith(page(event));
  } else if (kept.has(pathname)) {
    event.respondWith(file(request, pathname));
  }
});

// A notice about the account may arrive while no page is open. The browser has decrypted it.
self.addEventListener("push", (event) => {
  const { title, body, url, tag } = event.data?.json() ?? {};
  if (typeof title !== "string") return;
  // A repeated delivery of the same notice replaces the first one.
  const shown = { body, tag, data: { url }, icon: "/icon-192.png", badge: "/favicon-48.png" };
  event.waitUntil(self.registration.showNotification(title, shown));
});

// The browser has renewed or dropped its subscription. The page looks too when it starts, because few browsers tell.
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

/** Tells the server of the new subscription, if the person who is signed in here has asked for notifications on this device. */
async function renew({ oldSubscription, newSubscription }) {
  if (!oldSubscription) return;
  const { applicationServerKey } = oldSubscription.options;
  const { pushManager } = self.registration;
  const subscription =
    newSubscription ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
  const { endpoint, keys } = subscription.toJSON();
  await fetch("/api/profile/push-devices", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ endpoint, keys, replaces: oldSubscription.endpoint }),
  });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data?.url ?? "/", self.location.origin)));
});

/** Goes to a page that is open already, or opens one. */
async function open(address) {
  if (address.origin !== self.location.origin) return;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find(({ url }) => new URL(url).pathname === address.pathname) ?? pages[0];
  if (there === undefined) return void (await self.clients.openWindow(address.href));
  const focused = await there.focus();
  if (new URL(there.url).pathname !== address.pathname)
    await focused.navigate(address.href).catch(() => self.clients.openWindow(address.href));
}

/** Keeps the whole build or nothing. Fails while the server changes to another build; the browser tries again later. */
async function keepBuild() {
  const answer = await fetch(PAGE, { cache: "no-store" });
  if (!answer.ok || !(await answer.clone().text()).includes(entry)) {
    throw new Error("the page is of another build");
  }
  const cache = await caches.open(CACHE);
  for (const path of files) {
    // A file with the same name has the same content.
    const known = path.startsWith("/assets/") ? await caches.match(path, { ignoreVary: true }) : undefined;
    const fresh = known ?? (await fetch(path));
    if (!fresh.ok) throw new Error(`${path} is not there`);
    await cache.put(path, fresh);
  }
  await cache.put(PAGE, answer);
}

/** Drops the files of earlier builds. A worker activates when no page of them is open any more. */
async function begin() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("veritick-") && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
}

/** Returns the server's page if it comes in time. It may be of a newer build, whose files then come from the server too. */
async function page(event) {
  const answer = Promise.resolve(event.preloadResponse).then((early) => early ?? fetch(event.request));
  event.waitUntil(answer.catch(() => undefined));
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  const first = await Promise.race([answer, patience]).catch(() => undefined);
  if (first !== undefined && first.status < 500) return first;
  return (
    (await caches.match(PAGE, { cacheName: CACHE, ignoreVary: true })) ?? answer.catch(() => Response.error())
  );
}

/** A page that is left or loaded anew gives up its requests. An error in the answer would count as a fault of this worker. */
async function file(request, path) {
  const known = await caches.match(path, { cacheName: CACHE, ignoreVary: true });
  return known ?? fetch(request).catch(() => Response.error());
}
