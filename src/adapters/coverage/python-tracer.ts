/**
 * The tracer for Python, as the text of a `sitecustomize.py` found through `PYTHONPATH`: nothing is
 * installed, and every Python process that inherits the environment is traced. Each process writes one JSON
 * file to the given folder.
 */

/** The variable that names the folder; tracers of all languages write their documents there. */
export const OUT_VARIABLE = 'PENUMBRA_COVERAGE_OUT';

/** The text of the tracer, for Python 3.6 and later. */
export const pythonTracer = `# Notes which lines run, for Penumbra. It stands in a folder of its own, found by PYTHONPATH.
import sys


def _penumbra_trace(out):
    import _thread
    import atexit
    import dis
    import json
    import os
    import threading
    import time

    library = os.path.dirname(os.path.abspath(os.__file__)) + os.sep
    foreign = (os.sep + "site-packages" + os.sep, os.sep + "dist-packages" + os.sep)
    here = os.path.dirname(os.path.abspath(__file__))
    lines = {}  # by file
    codes = {}  # by file, for the lines that could run
    known = {}  # by id of a code: the code, so that the id stays its own, and the lines of its file or None
    spawned = set()
    state = {"name": None, "next": time.time() + 1, "replaced": False}

    def name_file():
        state["name"] = os.path.join(out, "python-%d-%d.json" % (os.getpid(), int(time.time() * 1e6)))

    def lines_of(code):
        if id(code) in known:
            return known[id(code)][1]
        file, found = code.co_filename, None
        if not file.startswith("<"):
            file = os.path.abspath(file)
            is_foreign = file.startswith((library, here)) or any(part in file for part in foreign)
            if not is_foreign:
                found = lines.setdefault(file, set())
                codes.setdefault(file, []).append(code)
        known[id(code)] = (code, found)
        return found

    def left_to_run(code, is_inner):
        found = {line for _, line in dis.findlinestarts(code) if line}
        if is_inner:
            found.discard(code.co_firstlineno)  # the line around it runs that one
        for constant in code.co_consts:
            if hasattr(constant, "co_code"):
                found |= left_to_run(constant, True)
        return found

    def dump(is_done):
        if not os.path.isdir(out):
            return
        files = {}
        for file, ran in list(lines.items()):
            ran = {line for line in list(ran) if line}  # an empty module runs its line 0
            could = set()
            seen = list(codes[file]) if is_done else []  # what could run is only asked once
            for code in [code for code in seen if code.co_name == "<module>"] or seen:
                could |= left_to_run(code, code.co_name != "<module>")
            files[file] = {"ran": sorted(ran), "missed": sorted(could - ran)}
        document = {
            "penumbra": "coverage/1",
            "done": is_done and not state["replaced"],
            "spawned": sorted(spawned),
            "files": files,
        }
        path = state["name"]
        with open(path + ".part", "w") as stream:
            json.dump(document, stream)
        os.replace(path + ".part", path)

    def dump_sometimes():
        now = time.time()
        if now > state["next"]:
            try:
                dump(False)
            except Exception:  # a dict that another thread changes: the next time will do
                pass
            spent = time.time() - now
            state["next"] = now + max(1, 20 * spent)

    def trace_by_monitoring():
        monitoring = sys.monitoring
        tool = next(tool for tool in (4, 3, 5, 2, 1, 0) if monitoring.get_tool(tool) is None)

        def on_line(code, line):
            found = lines_of(code)
            if found is not None:
                found.add(line)
                dump_sometimes()
            return monitoring.DISABLE

        monitoring.use_tool_id(tool, "penumbra")
        monitoring.register_callback(tool, monitoring.events.LINE, on_line)
        monitoring.set_events(tool, monitoring.events.LINE)
        return lambda: monitoring.get_tool(tool) != "penumbra"

    def trace_by_settrace():
        tracers = {}

        def on_call(frame, event, argument):
            code = frame.f_code
            if id(code) in tracers:
                return tracers[id(code)]
            found = lines_of(code)
            tracer = None
            if found is not None:
                dump_sometimes()

                def tracer(frame, event, argument):
                    if event == "line":
                        found.add(frame.f_lineno)
                    return tracer

            tracers[id(code)] = tracer
            return tracer

        start = _thread.start_new_thread

        def start_traced(function, arguments, named={}):
            def run(*given, **more):
                sys.settrace(on_call)
                return function(*given, **more)

            return start(run, arguments, named)

        sys.settrace(on_call)
        threading.settrace(on_call)
        _thread.start_new_thread = start_traced  # for threads that do without the threading module
        return lambda: sys.gettrace() is not on_call

    def on_audit(event, arguments):
        try:
            note_child(event, arguments)
        except Exception:
            spawned.add("?")

    def note_child(event, arguments):
        if event == "os.system":
            spawned.add("sh")
        elif event in ("subprocess.Popen", "os.posix_spawn", "os.exec", "os.spawn"):
            at = 1 if event == "os.spawn" else 0
            program, words = arguments[at], arguments[at + 1]
            environment = arguments[-1]
            words = [words] if isinstance(words, (str, bytes)) else list(words or [])
            words = [os.fsdecode(word) for word in words]
            name = os.path.basename(os.fsdecode(program or (words or ["?"])[0]))
            is_apart = any(word[:1] == "-" and word[:2] != "--" and set(word) & set("IES") for word in words[1:2])
            keys = [os.fsdecode(key) for key in environment] if environment is not None else None
            if keys is not None and "${OUT_VARIABLE}" not in keys or name.startswith("python") and is_apart:
                name = "untraced " + name
            spawned.add(name)
            if event == "os.exec":
                finish()

    def finish():
        try:
            if is_replaced():
                state["replaced"] = True
            dump(True)
        except Exception:  # without it the first note tells that something is missing
            pass

    def after_fork():
        name_file()
        dump(False)

    name_file()
    is_replaced = trace_by_monitoring() if hasattr(sys, "monitoring") else trace_by_settrace()
    if hasattr(sys, "addaudithook"):
        sys.addaudithook(on_audit)
    else:
        spawned.add("?")
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=after_fork)
    leave = os._exit

    def leave_dumped(status):
        finish()
        leave(status)

    os._exit = leave_dumped
    atexit.register(finish)
    dump(False)


def _penumbra_chain():
    import os

    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [path for path in sys.path if os.path.abspath(path) != here]
    own = sys.modules.pop("sitecustomize", None)
    try:
        import sitecustomize  # the one that stands behind this one
    except ImportError as error:
        if getattr(error, "name", None) not in (None, "sitecustomize"):
            raise
        if own is not None:
            sys.modules["sitecustomize"] = own


_penumbra_chain()
if sys.version_info >= (3, 6):
    import os as _os

    if _os.environ.get("${OUT_VARIABLE}"):
        try:
            _penumbra_trace(_os.environ["${OUT_VARIABLE}"])
        except Exception:  # a test must not fail because it is looked at
            pass
`;
