// A chart that changes where it lies: what stays the same is not built anew, so that what has the focus, or is pointed
// at, stays there. Parts with a key or an id are found by it, all others by their place.
export default {
  template: "<div></div>",
  props: { innerHTML: String, sanitize: Boolean, tag: String, chosen: String },
  mounted() {
    this.draw();
  },
  watch: {
    innerHTML() {
      this.draw();
    },
    chosen() {
      this.choose();
    },
  },
  methods: {
    draw() {
      const wanted = document.createElement("template");
      wanted.innerHTML = this.innerHTML;
      const focused = this.$el.contains(document.activeElement) ? document.activeElement : null;
      changeChildren(this.$el, wanted.content);
      if (focused?.isConnected && focused !== document.activeElement) focused.focus();
      this.choose();
      this.$el.dispatchEvent(new CustomEvent("chartdrawn", { bubbles: true }));
    },
    choose() {
      this.$el.querySelectorAll("[data-key]").forEach((mark) => {
        if (this.chosen && mark.dataset.key === this.chosen) mark.setAttribute("aria-current", "true");
        else mark.removeAttribute("aria-current");
      });
    },
  },
};

const BY_SCRIPT = ["tabindex", "aria-current"]; // what scripts have set
const nameOf = (node) => node.dataset?.key || node.id || "";
const isSame = (one, other) => one.nodeName === other.nodeName && nameOf(one) === nameOf(other);

function changeChildren(old, wanted) {
  let at = old.firstChild; // all before it are as they should be
  for (const next of [...wanted.childNodes]) {
    const found = findSame(at, next);
    if (found === null) old.insertBefore(next, at);
    else {
      if (found === at) at = at.nextSibling;
      else old.insertBefore(found, at);
      change(found, next);
    }
  }
  while (at !== null) {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  }
}

function findSame(from, wanted) {
  if (!nameOf(wanted)) return from !== null && isSame(from, wanted) ? from : null;
  for (let node = from; node !== null; node = node.nextSibling) if (isSame(node, wanted)) return node;
  return null;
}

function change(old, wanted) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== wanted.data) old.data = wanted.data;
    return;
  }
  for (const { name } of [...old.attributes]) {
    if (!wanted.hasAttribute(name) && !BY_SCRIPT.includes(name)) old.removeAttribute(name);
  }
  for (const { name, value } of wanted.attributes) {
    if (old.getAttribute(name) !== value && !(BY_SCRIPT.includes(name) && old.hasAttribute(name))) old.setAttribute(name, value);
  }
  changeChildren(old, wanted);
}
